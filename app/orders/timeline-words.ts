import type { TimelineEvent } from '#contract/orders.ts';
import { CANCEL_REASONS } from '#domain/cancel-reasons.ts';
import { ATTEMPT_REASONS } from '#domain/fulfilment.ts';
import { formatRupees } from '#domain/money.ts';

/** A step as its shopper reads it. */
export type StepWords = { title: string; text?: string | undefined };

/** The text of a step of an order; null for a step that shoppers do not see. */
export function stepWords(event: TimelineEvent): StepWords | null {
  return WORDS[event.kind]?.(event) ?? null;
}

const WORDS: Record<string, (event: TimelineEvent) => StepWords> = {
  placed: () => ({ title: 'Order placed' }),
  confirm: () => ({ title: 'Confirmed' }),
  pack: () => ({ title: 'Packed' }),
  hand_over: () => ({ title: 'On its way' }),
  attempt_failed: ({ reason }) => ({
    title: 'Could not be delivered',
    text: `${sentence(ATTEMPT_REASONS, reason)}The courier will try again.`,
  }),
  deliver: () => ({ title: 'Delivered' }),
  return_to_origin: () => ({
    title: 'Coming back to us',
    text: 'The courier could not hand it over and is bringing it back.',
  }),
  receive_back: ({ amount }) => ({ title: 'Back with us', text: moneyBack(amount) }),
  lose: ({ amount }) => ({
    title: 'Lost on its way',
    text: ['We are sorry.', moneyBack(amount)].filter(Boolean).join(' '),
  }),
  receive_return: () => ({ title: 'Your return has arrived' }),
  cancel: ({ by_shopper, reason, amount }) => ({
    title: by_shopper ? 'You cancelled the order' : 'We had to cancel the order',
    text: `${by_shopper ? '' : sentence(CANCEL_REASONS, reason)}${moneyBack(amount) ?? ''}`.trim(),
  }),
  refund: ({ amount }) => ({ title: 'Refund started', text: moneyBack(amount) }),
  manual_refund: ({ amount }) => ({
    title: 'We sent your money back',
    text: amount === null ? undefined : formatRupees(amount),
  }),
};

/** The steps of an order for which nothing goes wrong. */
const USUAL_WAY = ['placed', 'confirm', 'pack', 'hand_over', 'deliver'];

/** After these, nothing more comes. */
const ENDS = ['deliver', 'return_to_origin', 'receive_back', 'lose', 'cancel'];

/** The titles of the steps that an order still has before it. */
export function stepsToCome(events: readonly TimelineEvent[]): string[] {
  if (events.some(({ kind }) => ENDS.includes(kind))) return [];
  const reached = Math.max(...events.map(({ kind }) => USUAL_WAY.indexOf(kind)));
  return USUAL_WAY.slice(reached + 1).flatMap((kind) => TITLES_TO_COME[kind] ?? []);
}

const TITLES_TO_COME: Record<string, string> = {
  confirm: 'Confirmed',
  pack: 'Packed',
  hand_over: 'On its way',
  deliver: 'Delivered',
};

function moneyBack(amount: number | null): string | undefined {
  if (amount === null) return undefined;
  return `We are returning ${formatRupees(amount)} to the account you paid from. It usually arrives within 5 to 7 working days.`;
}

/** 'Nobody was there. ', or '' for an unknown code. */
function sentence(reasons: Record<string, string>, code: string | null): string {
  const reason = code === null || code === 'other' ? undefined : reasons[code];
  return reason ? `${reason}. ` : '';
}
