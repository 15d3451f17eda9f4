import { describe, expect, test } from 'vitest';
import {
  CHECK_TIMES,
  decidePaymentAction,
  type GatewayOrderFacts,
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
  capturedFor: status === 'captured' ? 0 : null,
});

describe('a captured payment', () => {
  test.each(['open', 'expired'] as const)('for an %s checkout becomes an order', (state) => {
    expect(decidePaymentAction(intent(state), payment('captured'), null)).toEqual({
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
      expect(
        decidePaymentAction(intent(state, paidWith), payment('captured', amount), null),
      ).toEqual({
        type: 'refund',
        reason,
      });
    },
  );

  test('in another currency is refunded', () => {
    const dollars = { ...payment('captured'), currency: 'USD' };
    expect(decidePaymentAction(intent('open'), dollars, null)).toEqual({
      type: 'refund',
      reason: 'mismatch',
    });
  });
});

describe('a captured payment of another amount', () => {
  const order = (change: Partial<GatewayOrderFacts> = {}): GatewayOrderFacts => ({
    status: 'paid',
    amount: 49_900,
    amount_paid: 49_900,
    amount_due: 0,
    currency: 'INR',
    ...change,
  });
  const decided = (amount: number, of: GatewayOrderFacts | null) =>
    decidePaymentAction(intent('open'), payment('captured', amount), of);

  test.each([
    ['an offer', 44_910, order({ amount_paid: 44_910 })],
    ['a fee on top', 51_078, order()],
    ['a fee on top that the gateway counts as paid', 51_078, order({ amount_paid: 51_078 })],
  ])('with %s becomes an order if the gateway’s order is paid by it', (_, amount, of) => {
    expect(decided(amount, of)).toEqual({ type: 'place_order' });
  });

  test.each([
    ['the gateway’s order was not read', 44_910, null],
    ['something is due', 100, order({ status: 'attempted', amount_paid: 100, amount_due: 49_800 })],
    ['something is due of a paid order', 100, order({ amount_paid: 100, amount_due: 49_800 })],
    ['the order is not paid', 44_910, order({ status: 'attempted', amount_paid: 44_910 })],
    ['another payment paid the order', 100, order()],
    ['another payment and this one paid it', 100, order({ amount_paid: 50_000 })],
    ['the order is of a smaller amount', 100, order({ amount: 100, amount_paid: 100 })],
    ['the order is of a larger amount', 51_078, order({ amount: 51_078, amount_paid: 51_078 })],
    ['the order is in another currency', 44_910, order({ amount_paid: 44_910, currency: 'USD' })],
  ])('is refunded if %s', (_, amount, of) => {
    expect(decided(amount, of)).toEqual({ type: 'refund', reason: 'mismatch' });
  });

  test.each(['created', 'attempted'] as const)(
    'waits for an hour while the gateway’s order is %s and shows no payment',
    (status) => {
      const unpaid = order({ status, amount_paid: 0, amount_due: 49_900 });
      const decidedAfter = (capturedFor: number) =>
        decidePaymentAction(
          intent('open'),
          { ...payment('captured', 44_910), capturedFor },
          unpaid,
        );
      expect([decidedAfter(0), decidedAfter(3_599), decidedAfter(3_600)]).toEqual([
        { type: 'wait' },
        { type: 'wait' },
        { type: 'refund', reason: 'mismatch' },
      ]);
    },
  );

  test('becomes an order if the gateway’s order counts more as paid than was due', () => {
    const of = order({ amount_paid: 51_078, amount_due: -1_178 });
    expect(decided(51_078, of)).toEqual({ type: 'place_order' });
  });

  test('is no second payment, and pays no cancelled checkout', () => {
    const paid = payment('captured', 44_910);
    const of = order({ amount_paid: 44_910 });
    const reasons = [intent('completed', 'pay_BBBBBBBBBBBBBB'), intent('superseded')].map((each) =>
      decidePaymentAction(each, paid, of),
    );
    expect(reasons).toEqual([
      { type: 'refund', reason: 'duplicate' },
      { type: 'refund', reason: 'superseded' },
    ]);
  });
});

test('the payment of an order has no further effect', () => {
  for (const status of ['captured', 'refunded', 'authorized'] as const) {
    const paid = intent('completed', 'pay_AAAAAAAAAAAAAA');
    expect(decidePaymentAction(paid, payment(status), null)).toEqual({ type: 'record' });
  }
});

test('an authorized payment is captured only for a checkout that can still become an order', () => {
  for (const state of ['open', 'expired'] as const) {
    expect(decidePaymentAction(intent(state), payment('authorized'), null)).toEqual({
      type: 'capture',
    });
    // An offer or a fee changes the amount; the gateway's order says after the capture whether it is right.
    expect(decidePaymentAction(intent(state), payment('authorized', 44_910), null)).toEqual({
      type: 'capture',
    });
  }
  for (const state of ['superseded', 'refused'] as const) {
    expect(decidePaymentAction(intent(state), payment('authorized'), null)).toEqual({
      type: 'record',
    });
  }
});

test('an unpaid payment places no order', () => {
  for (const status of ['created', 'failed', 'refunded'] as const) {
    expect(decidePaymentAction(intent('open'), payment(status), null)).toEqual({ type: 'record' });
  }
});

test('the window closes before the stock is released, which happens only after a check', () => {
  expect(WINDOW_SECONDS).toBeLessThan(HOLD_SECONDS);
  expect(CHECK_TIMES).toContain(HOLD_SECONDS);
  expect([...CHECK_TIMES].sort((a, b) => a - b)).toEqual(CHECK_TIMES);
});
