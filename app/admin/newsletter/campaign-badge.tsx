import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
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
