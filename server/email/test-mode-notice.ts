import type { Order } from '#contract/orders.ts';

/** The sentences of the pages where no money moves, see app/payments/demo-notice.tsx; a test compares them. */
const WORDS = {
  sandbox: 'This is a demo: no real payment is taken, and nothing is sent.',
  test: 'This shop is being tested: no real payment is taken, and nothing is sent.',
} as const;

/**
 * What a mail says about an order that was paid in test mode (decision 037), or with cash in a `demo`; null for all
 * others.
 */
export function testModeNotice(
  { payment_mode: mode }: Pick<Order, 'payment_mode'>,
  demo: boolean,
): string | null {
  if (mode === null) return demo ? WORDS.sandbox : null;
  return mode === 'live' ? null : WORDS[mode];
}
