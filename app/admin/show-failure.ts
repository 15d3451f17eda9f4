import { ApiError, messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { showToast } from '#app/ui/toast.tsx';

/**
 * Shows that an action failed. If there was no response, the action may have worked: then the toast says so, and all
 * data is reloaded.
 *
 * @param title the toast's title, such as 'Not undone'.
 * @param lost the title if there was no response.
 */
export function showFailure(error: unknown, title: string, lost = LOST): void {
  const unknown = isAnswerLost(error);
  if (unknown) void queryClient.invalidateQueries();
  showToast({
    title: unknown ? lost : title,
    description: messageOf(error),
    tone: 'destructive',
  });
}

const LOST = 'No reply from the server. It may have worked: please check.';

/** Whether the action may have worked although it failed: there was no response, or a server error. */
function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
