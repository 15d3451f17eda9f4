import { useEffect, useState } from 'react';
import { ApiError } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { isOutdated } from './lazy.ts';

/** Offers to load the new build after the server has refused a request of this page's former build. */
export function NewVersionDialog() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const tell = () => setOpen(true);
    window.addEventListener(OUTDATED, tell);
    return () => window.removeEventListener(OUTDATED, tell);
  }, []);
  return (
    <Dialog title="The admin was updated" open={open} onClose={() => setOpen(false)}>
      <p>Reload to continue. Most of what you typed is kept.</p>
      <div className="dialog-actions mt-6">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Button tone="quiet" onClick={() => setOpen(false)}>
          Later
        </Button>
      </div>
    </Dialog>
  );
}

/** The name of a window event: the server has refused a request of this page and runs another build. */
const OUTDATED = 'admin-outdated';

/**
 * A tab that was open during a deployment may send requests that the new server rejects, with a message about a field
 * that would not help. If the server runs another build, dispatches `OUTDATED` and replaces the error.
 *
 * @returns the error to throw.
 */
export async function explainRefusal(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || !(await isOutdated()))
    return error;
  window.dispatchEvent(new Event(OUTDATED));
  const { code, status } = error;
  return new ApiError(
    status,
    { code, message: 'The admin was updated. Reload to continue.' },
    error,
  );
}
