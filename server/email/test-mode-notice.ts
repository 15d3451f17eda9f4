import type { Order } from '#contract/orders.ts';

/** The same sentences as in app/payments/demo-notice.tsx; a test compares them. */
const NOTICES = {
  sandbox: 'This is a demo: no real payment is taken, and nothing is sent.',
  test: 'This shop is being tested: no real payment is taken, and nothing is sent.',
} as const;

/**
 * What an email says about an order that was paid in test mode (decision 037), or with cash in a `demo`; null for all
 * others.
 */
export function testModeNotice(
  { payment_mode: mode }: Pick<Order, 'payment_mode'>,
  demo: boolean,
): string | null {
  if (mode === null) return demo ? NOTICES.sandbox : null;
  return mode === 'live' ? null : NOTICES[mode];
}
