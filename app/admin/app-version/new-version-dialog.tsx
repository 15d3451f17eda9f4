import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { OUTDATED } from './explain-refusal.ts';

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
