import { useRef, useState } from 'react';
import { showError } from '#app/ui/toast-store.ts';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';

/**
 * How a failure is told. `explain`: its message for the shopper, which is then in `failure`, for a form or a dialog; '' if
 * it was told already. `tell`: shows it, for example as a toast.
 */
type WriteOptions =
  | { explain: (error: unknown) => string; tell?: undefined }
  | { tell: (error: unknown) => unknown; explain?: undefined };

/**
 * Sends something to the server: `write(async () => { … })`. Another write is ignored until the first has ended, so that a
 * double click sends once. A failure that comes after the form was closed is told by a toast.
 *
 * Not TanStack's `useMutation`, which reports its state in a later task: a second click before that would send again, and
 * the focus would be moved to a field that is still disabled.
 */
export function useWrite({ explain, tell }: WriteOptions) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const isMounted = useIsMounted();

  /** @returns whether it was done. */
  async function write(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure('');
    try {
      await work();
      return true;
    } catch (error) {
      if (tell) await tell(error);
      else showFailure(explain(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function showFailure(text: string) {
    if (isMounted()) setFailure(text);
    else if (text) showError(text);
  }

  return {
    write,
    busy,
    /** Why the last write failed; '' if it did not. */
    failure,
    forgetFailure: () => setFailure(''),
    /** Whether the form is still open, for what follows a write. */
    isMounted,
  };
}
