import { useState } from 'react';
import { ApiError, hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { useWrite as useSharedWrite } from '#app/shell/use-write.ts';
import { showToast } from '#app/ui/toast.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';

export type WriteOptions = {
  /** The title of the toast that tells a failure, or what tells it. Without it, `failure` tells it, for a form. */
  failed?: string | ((error: unknown) => unknown);
  /** That title if there was no response. */
  lost?: string | undefined;
  /** Called after a failure, for example to reload what somebody else has changed. */
  onFailure?: ((error: unknown) => unknown) | undefined;
};

/** Sends something to the server, as the shop's `useWrite` does; also tells which fields of a form are invalid. */
export function useWrite({ failed, lost, onFailure }: WriteOptions = {}) {
  const [refusal, setRefusal] = useState<Refusal>(NONE);
  const isMounted = useIsMounted();
  const { write, busy } = useSharedWrite({ tell });

  async function tell(error: unknown) {
    if (typeof failed === 'function') await failed(error);
    else if (failed !== undefined || !isMounted()) showFailure(error, failed ?? 'Not saved', lost);
    else setRefusal({ failure: messageOf(error), fields: fieldsOf(error) });
    await onFailure?.(error);
  }

  return {
    /** @returns whether it was done. */
    write: (work: () => Promise<unknown>) =>
      write(() => {
        setRefusal(NONE);
        return work();
      }),
    busy,
    ...refusal,
    /** Shows what is wrong with the form before it is sent, or nothing. */
    refuse: (failure: string, fields: Fields = {}) => setRefusal({ failure, fields }),
  };
}

type Fields = Record<string, string | undefined>;
/** Why the last write failed, '' if it did not; and the messages of invalid fields. */
type Refusal = { failure: string; fields: Fields };

const NONE: Refusal = { failure: '', fields: {} };

function fieldsOf(error: unknown): Fields {
  return (hasErrorCode(error, 'invalid_input') && error.fields) || {};
}

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
