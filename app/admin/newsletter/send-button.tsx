import type { ComponentProps } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmButton } from '#app/admin/confirm-dialog.tsx';
import { reload } from '#app/admin/read.ts';
import type { Button } from '#app/ui/button.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { campaignChanged } from './campaign-query.ts';

type SendButtonProps = {
  campaign: Campaign;
  /** How many addresses get it. */
  count: number;
  button: ComponentProps<typeof Button>;
};

/** A button that sends a campaign after a confirmation. */
export function SendButton({ campaign: { id, version, subject }, count, button }: SendButtonProps) {
  return (
    <ConfirmButton
      title={`Send to ${count} ${count === 1 ? 'address' : 'addresses'}?`}
      keep="Not yet"
      verb="Send now"
      busy="Beginning..."
      work={async () =>
        campaignChanged(
          await callAdmin('POST /admin/newsletter/campaigns/{id}/sending', {
            params: { id },
            body: { version },
          }),
        )
      }
      failed="Not sent"
      onFailure={() => reload('newsletter')}
      button={button}
    >
      <p>
        “{subject}” goes to everybody who is subscribed, two a second. It can be stopped; what was
        sent cannot be recalled.
      </p>
    </ConfirmButton>
  );
}
