import { describe, expect, test } from 'vitest';
import {
  CHECK_TIMES,
  decidePaymentAction,
  HOLD_SECONDS,
  type IntentState,
  type PaymentState,
  WINDOW_SECONDS,
} from './payment.ts';

const intent = (state: IntentState, paidWith: string | null = null) => ({
  state,
  amount: 49_900,
  currency: 'INR',
  paidWith,
});
const payment = (status: PaymentState, amount = 49_900) => ({
  id: 'pay_AAAAAAAAAAAAAA',
  status,
  amount,
  currency: 'INR',
});

describe('a captured payment', () => {
  test.each(['open', 'expired'] as const)('for an %s checkout becomes an order', (state) => {
    expect(decidePaymentAction(intent(state), payment('captured'))).toEqual({
      type: 'place_order',
    });
  });

  test.each([
    ['completed', 'pay_BBBBBBBBBBBBBB', 49_900, 'duplicate'],
    ['completed', 'pay_BBBBBBBBBBBBBB', 100, 'duplicate'],
    ['open', null, 100, 'mismatch'],
    ['expired', null, 49_901, 'mismatch'],
    ['superseded', null, 49_900, 'superseded'],
    ['refused', null, 49_900, 'out_of_stock'],
  ] as const)(
    'for a checkout that is %s (paid with %s), %d paise, is refunded as %s',
    (state, paidWith, amount, reason) => {
      expect(decidePaymentAction(intent(state, paidWith), payment('captured', amount))).toEqual({
        type: 'refund',
        reason,
      });
    },
  );

  test('in another currency is refunded', () => {
    const dollars = { ...payment('captured'), currency: 'USD' };
    expect(decidePaymentAction(intent('open'), dollars)).toEqual({
      type: 'refund',
      reason: 'mismatch',
    });
  });
});

test('the payment of an order has no further effect', () => {
  for (const status of ['captured', 'refunded', 'authorized'] as const) {
    const paid = intent('completed', 'pay_AAAAAAAAAAAAAA');
    expect(decidePaymentAction(paid, payment(status))).toEqual({ type: 'record' });
  }
});

test('an authorized payment is captured only for a checkout that can still become an order', () => {
  for (const state of ['open', 'expired'] as const) {
    expect(decidePaymentAction(intent(state), payment('authorized'))).toEqual({ type: 'capture' });
    expect(decidePaymentAction(intent(state), payment('authorized', 1))).toEqual({
      type: 'record',
    });
  }
  for (const state of ['superseded', 'refused'] as const) {
    expect(decidePaymentAction(intent(state), payment('authorized'))).toEqual({ type: 'record' });
  }
});

test('an unpaid payment places no order', () => {
  for (const status of ['created', 'failed', 'refunded'] as const) {
    expect(decidePaymentAction(intent('open'), payment(status))).toEqual({ type: 'record' });
  }
});

test('the window closes before the stock is released, which happens only after a check', () => {
  expect(WINDOW_SECONDS).toBeLessThan(HOLD_SECONDS);
  expect(CHECK_TIMES).toContain(HOLD_SECONDS);
  expect([...CHECK_TIMES].sort((a, b) => a - b)).toEqual(CHECK_TIMES);
});
