import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { campaignChanged, campaignOutdated } from './newsletter-queries.ts';

type SendDialogProps = {
  campaign: Campaign;
  /** How many addresses get it. */
  count: number;
  open: boolean;
  onClose: () => void;
};

/** Confirms the sending of a campaign. */
export function SendDialog({ campaign, count, open, onClose }: SendDialogProps) {
  const [busy, setBusy] = useState(false);
  const { withRecentFactor, step } = useRecentFactor(open);
  const { id, version, subject } = campaign;

  async function send() {
    setBusy(true);
    try {
      const started = await withRecentFactor(() =>
        callAdmin('POST /admin/newsletter/campaigns/{id}/sending', {
          params: { id },
          body: { version },
        }),
      );
      campaignChanged(started);
    } catch (error) {
      if (hasErrorCode(error, 'changed_meanwhile')) campaignOutdated(id);
      showFailure(error, 'Not sent');
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <ConfirmDialog
      title={`Send to ${count} ${count === 1 ? 'address' : 'addresses'}?`}
      open={open}
      step={step}
      keep="Not yet"
      verb="Send now"
      busy={busy && 'Beginning...'}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>
        “{subject}” goes to everybody who is subscribed, two a second. It can be stopped; what was
        sent cannot be recalled.
      </p>
    </ConfirmDialog>
  );
}
