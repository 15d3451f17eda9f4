import { useState } from 'react';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { useWrite as useSharedWrite } from '#app/shell/use-write.ts';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import { showFailure } from './show-failure.ts';

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
