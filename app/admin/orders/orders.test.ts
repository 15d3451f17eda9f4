import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { anEvent } from '#test/component/fake-orders.ts';
import { isEmailSent } from './actions/questions.ts';
import { undoOfSeveral } from './bulk/use-bulk-action.tsx';
import { cashText, paymentText, REFUND_NAMES } from './order/order-money.tsx';
import { newerOf } from './order-queries.ts';
import { slipExclusion } from './order-warnings.tsx';
import { proposedAmount, readRefundAmount } from './refunds/refund-facts.ts';

const shown = { version: 4, events: ['placed', 'note'], from: 'shown' };

test.each([
  ['a read from before an action', { version: 3, events: ['placed', 'note'] }, 'shown'],
  ['a read from before a note', { version: 4, events: ['placed'] }, 'shown'],
  ['a read with another payment status', { version: 4, events: ['placed', 'note'] }, 'read'],
  ['a read with a later action', { version: 5, events: ['placed', 'note', 'pack'] }, 'read'],
])('of an order and %s the newer one is kept', (_, read, kept) => {
  expect(newerOf(shown, { ...read, from: 'read' }).from).toBe(kept);
});

test('an order that was not shown yet is taken as it was read', () => {
  expect(newerOf(undefined, shown)).toBe(shown);
});

const ORDER = { fulfilment: 'confirmed', payment_mode: 'live', wholly_refunded: false } as const;

test.each([
  [{}, null],
  [{ payment_mode: null }, null],
  [{ fulfilment: 'shipped' }, null],
  [{ fulfilment: 'cancelled' }, 'Cancelled'],
  [{ fulfilment: 'lost' }, 'Lost'],
  [{ wholly_refunded: true }, 'Refunded'],
  [{ fulfilment: 'packed', wholly_refunded: true }, 'Refunded'],
  [{ payment_mode: 'test' }, 'Test payment'],
  [{ payment_mode: 'sandbox' }, 'Test payment'],
] as const)('an order with %j has a slip, or the reason why not: %s', (change, reason) => {
  expect(slipExclusion({ ...ORDER, ...change })).toBe(reason);
});

const AT = Date.parse('2026-11-23T10:00:00Z');
const event = (kind: string, at = AT) => anEvent(kind, new Date(at).toISOString());

describe('an undo is asked about once the email about the step has left', () => {
  const handedOver = {
    undo: 'hand_over' as const,
    events: [event('placed', AT - 9e6), event('hand_over')],
  };

  test('a minute after the step, not before', () => {
    expect(isEmailSent(handedOver, AT + 59_000)).toBe(false);
    expect(isEmailSent(handedOver, AT + 61_000)).toBe(true);
  });

  test('by the last such step, where it was done twice', () => {
    const twice = [event('hand_over', AT - 9e6), event('take_back', AT - 8e6), event('hand_over')];
    expect(isEmailSent({ ...handedOver, events: twice }, AT + 1000)).toBe(false);
  });

  test('not where no email was sent', () => {
    const packed = { undo: 'pack' as const, events: [event('pack')] };
    expect(isEmailSent(packed, AT + 9e6)).toBe(false);
  });
});

const SENT = Date.parse('2026-11-23T10:00:00Z');
const done = [{ id: 'a', version: 2, refused: null }];
const cash = [{ id: 'a', payment_method: 'cod' as const }];

describe('what was done to several orders is undone unasked', () => {
  test.each(['hand_over', 'deliver', 'confirm', 'cancel'] as const)(
    '%s only for 50 seconds, because the emails are sent after a minute and the database refuses it before that',
    (verb) => {
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 49_000)).toBeDefined();
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 51_000)).toBeUndefined();
    },
  );

  test.each(['pack', 'return_to_origin'] as const)(
    '%s at any time: no email tells of it',
    (verb) => {
      expect(undoOfSeveral(verb, cash, done, SENT, SENT + 9e6)).toBeDefined();
    },
  );
});

const CASH = ['due', 'remitted', 'short', 'disputed', 'void'] as const;

test('staff read what became of the money, and no word of the database', () => {
  const shown = [
    ...CASH.map((state) => cashText({ state, amount: 499 })),
    ...PAYMENT_STATUSES.map((payment_status) => paymentText({ to_collect: null, payment_status })),
    ...Object.values(REFUND_NAMES),
  ];
  for (const words of shown)
    expect(words).not.toMatch(/_|\b(void|remitted|queued|pending|processed|partially)\b/);
  expect(cashText({ state: 'remitted', amount: 499 })).toBe('₹499.00 received');
  expect(cashText({ state: 'void', amount: 499 })).toBe('none expected');
  expect(paymentText({ to_collect: 499, payment_status: 'pending' })).toBe('₹499.00 to collect');
});

test.each([
  ['200', 200],
  [' ₹1,200.50 ', 1200.5],
  ['', 'Enter an amount in rupees'],
  ['0', 'Enter an amount in rupees'],
  ['-5', 'Enter an amount in rupees'],
  ['1.005', 'Enter an amount in rupees'],
  ['ten', 'Enter an amount in rupees'],
  ['2000.01', 'You can refund at most ₹2,000.00'],
])('%j is parsed as %j', (typed, read) => {
  expect(readRefundAmount(typed, 2000)).toBe(read);
});

test('what a return still owes is proposed, but never more than can be refunded this way', () => {
  const order = { refund_due: 599, order_items: [] };
  expect(proposedAmount(order, 998)).toBe('599');
  expect(proposedAmount(order, 100)).toBe('100');
});
