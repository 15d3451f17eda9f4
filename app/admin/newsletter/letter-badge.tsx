import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import type { Letter } from '#contract/admin/newsletter.ts';

const STATES: Record<Letter['state'], [name: string, tone: BadgeTone]> = {
  draft: ['Draft', 'neutral'],
  sending: ['Being sent', 'blue'],
  stopped: ['Stopped', 'yellow'],
  sent: ['Sent', 'green'],
};

export function LetterBadge({ state }: Pick<Letter, 'state'>) {
  const [name, tone] = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}
