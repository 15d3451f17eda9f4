import { expect, test } from 'vitest';
import { DONE_TEXTS } from '#app/admin/orders/actions/use-order-action.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { cashText, paymentText, REFUND_NAMES } from './money-texts.ts';

const CASH = ['due', 'remitted', 'short', 'disputed', 'void'] as const;

test('staff read what became of the money, and no word of the database', () => {
  const shown = [
    ...CASH.map((state) => cashText({ state, amount: 499 })),
    ...PAYMENT_STATUSES.map((payment_status) => paymentText({ to_collect: null, payment_status })),
    ...Object.values(REFUND_NAMES),
    ...Object.values(DONE_TEXTS),
  ];
  for (const words of shown)
    expect(words).not.toMatch(/_|\b(void|remitted|queued|pending|processed|partially)\b/);
  expect(cashText({ state: 'remitted', amount: 499 })).toBe('₹499.00 received');
  expect(cashText({ state: 'void', amount: 499 })).toBe('none expected');
  expect(paymentText({ to_collect: 499, payment_status: 'pending' })).toBe('₹499.00 to collect');
});
