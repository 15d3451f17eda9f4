import type { ComponentProps } from 'react';
import { answered, callAdmin, read, reload } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import type { Button } from '#app/ui/button.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';

const STATES: Record<Campaign['state'], [name: string, tone: BadgeTone]> = {
  draft: ['Draft', 'neutral'],
  sending: ['Being sent', 'blue'],
  stopped: ['Stopped', 'yellow'],
  sent: ['Sent', 'green'],
};

/** The state of a campaign. */
export function CampaignBadge({ state }: Pick<Campaign, 'state'>) {
  const [name, tone] = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}

const SENDING_POLL_MS = 2_000;

/** One campaign; polled while it is being sent. */
export const campaignQuery = (id: string) => ({
  ...read('GET /admin/newsletter/campaigns/{id}', { params: { id } }),
  refetchInterval: ({ state }: { state: { data: Campaign | undefined } }) =>
    state.data?.state === 'sending' && SENDING_POLL_MS,
});

/** Caches a campaign's new state and reloads the list. */
export function campaignChanged(campaign: Campaign): void {
  answered(campaignQuery(campaign.id), campaign);
  reload('newsletter');
}

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
