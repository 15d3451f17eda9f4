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

const PLACE = { type: 'place_order' };
const refund = (reason: string) => ({ type: 'refund', reason });

describe('a captured payment', () => {
  test.each(['open', 'expired'] as const)('for an %s checkout becomes an order', (state) => {
    expect(decidePaymentAction(intent(state), payment('captured'), null)).toEqual(PLACE);
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
      const paid = payment('captured', amount);
      expect(decidePaymentAction(intent(state, paidWith), paid, null)).toEqual(refund(reason));
    },
  );

  test('in another currency is refunded', () => {
    const dollars = { ...payment('captured'), currency: 'USD' };
    expect(decidePaymentAction(intent('open'), dollars, null)).toEqual(refund('mismatch'));
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
    ['more paid than was due', 51_078, order({ amount_paid: 51_078, amount_due: -1_178 })],
  ])('with %s becomes an order if the gateway’s order is paid by it', (_, amount, of) => {
    expect(decided(amount, of)).toEqual(PLACE);
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
    expect(decided(amount, of)).toEqual(refund('mismatch'));
  });

  test.each(['created', 'attempted'] as const)(
    'waits for an hour while the gateway’s order is %s and shows no payment',
    (status) => {
      const unpaid = order({ status, amount_paid: 0, amount_due: 49_900 });
      const decidedAfter = (capturedFor: number) => {
        const paid = { ...payment('captured', 44_910), capturedFor };
        return decidePaymentAction(intent('open'), paid, unpaid);
      };
      for (const seconds of [0, 3_599]) expect(decidedAfter(seconds)).toEqual({ type: 'wait' });
      expect(decidedAfter(3_600)).toEqual(refund('mismatch'));
    },
  );

  test('is no second payment, and pays no cancelled checkout', () => {
    const paid = payment('captured', 44_910);
    const of = order({ amount_paid: 44_910 });
    const second = intent('completed', 'pay_BBBBBBBBBBBBBB');
    expect(decidePaymentAction(second, paid, of)).toEqual(refund('duplicate'));
    expect(decidePaymentAction(intent('superseded'), paid, of)).toEqual(refund('superseded'));
  });
});

test('the payment of an order has no further effect', () => {
  for (const status of ['captured', 'refunded', 'authorized'] as const) {
    const paid = intent('completed', 'pay_AAAAAAAAAAAAAA');
    expect(decidePaymentAction(paid, payment(status), null)).toEqual({ type: 'record' });
  }
});

test.each([
  // An offer or a fee changes the amount; the gateway's order says after the capture whether it is right.
  ['open', 'capture'],
  ['expired', 'capture'],
  ['superseded', 'record'],
  ['refused', 'record'],
] as const)('an authorized payment for a checkout that is %s: %s', (state, type) => {
  for (const amount of [49_900, 44_910])
    expect(decidePaymentAction(intent(state), payment('authorized', amount), null)).toEqual({
      type,
    });
});

test('an unpaid payment places no order', () => {
  for (const status of ['created', 'failed', 'refunded'] as const)
    expect(decidePaymentAction(intent('open'), payment(status), null)).toEqual({ type: 'record' });
});

test('the window closes before the stock is released, which happens only after a check', () => {
  expect(WINDOW_SECONDS).toBeLessThan(HOLD_SECONDS);
  expect(CHECK_TIMES).toContain(HOLD_SECONDS);
  expect([...CHECK_TIMES].sort((a, b) => a - b)).toEqual(CHECK_TIMES);
});
