import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { campaignChanged } from './newsletter-queries.ts';

type SendDialogProps = {
  campaign: Campaign;
  /** How many addresses get it. */
  count: number;
  open: boolean;
  onClose: () => void;
};

/** Says what sending does before it does it. */
export function SendDialog({ campaign, count, open, onClose }: SendDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { withRecentFactor, step } = useRecentFactor();
  const { id, version, subject } = campaign;

  async function send() {
    setFailure('');
    setBusy(true);
    try {
      const begun = await withRecentFactor(() =>
        callAdmin('POST /admin/newsletter/campaigns/{id}/sending', {
          params: { id },
          body: { version },
        }),
      );
      onClose();
      campaignChanged(begun);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={`Send to ${count} ${count === 1 ? 'address' : 'addresses'}?`}
      open={open}
      onClose={() => {
        setBusy(false);
        onClose();
      }}
    >
      {step ?? (
        <div className="grid gap-5">
          <p>
            “{subject}” goes to everybody who is subscribed, two a second. It can be stopped; what
            was sent cannot be taken back.
          </p>
          {failure && <InlineAlert>{failure}</InlineAlert>}
          <Button busy={busy && 'Beginning...'} onClick={() => void send()}>
            Send now
          </Button>
        </div>
      )}
    </Dialog>
  );
}
