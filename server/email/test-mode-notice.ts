import type { Order } from '#contract/orders.ts';

/** What the pages say where no money moves, see app/payments/demo-notice.tsx; a test compares them. */
const WORDS = {
  sandbox: 'This is a demo: no real payment is taken, and nothing is sent.',
  test: 'This shop is being tested: no real payment is taken, and nothing is sent.',
} as const;

/**
 * What a mail has to say about an order that was paid with play money (decision 037), or in cash to a `demo`; null about
 * every other.
 */
export function testModeNotice(
  { payment_mode: mode }: Pick<Order, 'payment_mode'>,
  demo: boolean,
): string | null {
  if (mode === null) return demo ? WORDS.sandbox : null;
  return mode === 'live' ? null : WORDS[mode];
}
