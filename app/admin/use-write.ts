import { useRef, useState } from 'react';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
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

/**
 * Sends something to the server: `write(async () => { … })`. Another write is ignored until the first has ended, so that a
 * double click sends once. A failure that comes after the form was closed is told by a toast.
 *
 * Not TanStack's `useMutation`, which reports its state in a later task: a second click before that would send again, and
 * the focus would be moved to a field that is still disabled.
 */
export function useWrite({ failed, lost, onFailure }: WriteOptions = {}) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(NONE);
  const isMounted = useIsMounted();

  /** @returns whether it was done. */
  async function write(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setRefusal(NONE);
    try {
      await work();
      return true;
    } catch (error) {
      if (typeof failed === 'function') await failed(error);
      else if (failed !== undefined || !isMounted())
        showFailure(error, failed ?? 'Not saved', lost);
      else setRefusal({ failure: messageOf(error), fields: fieldsOf(error) });
      await onFailure?.(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    write,
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
