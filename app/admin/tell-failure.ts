import { ApiError, messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { showToast } from '#app/ui/toast.tsx';

/**
 * Tells that something was not done. Without the server's answer nobody knows that: then it says so instead, and what is
 * shown is read again.
 *
 * @param title what was not done: 'Not undone'.
 * @param lost what to say without an answer.
 */
export function tellFailure(error: unknown, title: string, lost = LOST): void {
  const unknown = isAnswerLost(error);
  if (unknown) void queryClient.invalidateQueries();
  showToast({
    title: unknown ? lost : title,
    description: messageOf(error),
    tone: 'destructive',
  });
}

const LOST = 'No reply from the server. It may have worked: please check.';

/** Whether it may have been done all the same: no answer came, or one of a server that broke on its way. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
