import { describe, expect, test } from 'vitest';
import { cashRisk } from './cash-risk.ts';
import { type Fulfilment, fulfilmentName } from './fulfilment.ts';
import { itemCount, paymentMethodName } from './order.ts';
import { withoutUndoneEvents } from './order-timeline.ts';
import { nextVerb, type Verb } from './order-verbs.ts';
import { possibleVerbs, undoableStep, type VerbFacts } from './possible-verbs.ts';
import { isFullyRefunded } from './refunds.ts';
import type { StaffRole } from './staff.ts';

test('a number of items is written in the singular or the plural', () => {
  expect([0, 1, 2, 12].map(itemCount)).toEqual(['0 items', '1 item', '2 items', '12 items']);
});

test('payment methods have names; without one it is "Not specified"', () => {
  expect(paymentMethodName('cod')).toBe('Cash on Delivery (COD)');
  expect(paymentMethodName('razorpay')).toBe('Online Payment (Razorpay)');
  expect(paymentMethodName(null)).toBe('Not specified');
});

test('an order that is paid with test money is not called one to pack', () => {
  const named = (payment_mode: 'live' | 'test' | 'sandbox' | null, fulfilment: Fulfilment) =>
    fulfilmentName({ payment_mode, fulfilment });
  expect(named('sandbox', 'confirmed')).toBe('Test payment');
  expect(named('test', 'confirmed')).toBe('Test payment');
  expect(named('test', 'cancelled')).toBe('Cancelled');
  expect(named('live', 'confirmed')).toBe('To pack');
  expect(named(null, 'confirmed')).toBe('To pack');
});

const refund = (amount: number, status = 'processed') => ({ amount, status });

test('only what did not fail counts as given back', () => {
  const whole = (...refunds: ReturnType<typeof refund>[]) =>
    isFullyRefunded({ payment_method: 'razorpay', total_amount: 998, refunds });
  expect(whole(refund(499), refund(499, 'queued'))).toBe(true);
  expect(whole(refund(499), refund(499, 'failed'))).toBe(false);
  expect(whole()).toBe(false);
});

const standing = (...kinds: string[]) =>
  withoutUndoneEvents(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind);

test('a step that was taken back never happened', () => {
  for (const [happened, stands] of [
    ['confirm pack unpack', 'confirm'],
    ['pack hand_over take_back hand_over', 'pack hand_over'],
    ['hand_over deliver undeliver attempt_failed deliver', 'hand_over attempt_failed deliver'],
    ['unpack', ''],
    ['pack hand_over take_back unpack', ''],
    ['hand_over attempt_failed undo_attempt_failed', 'hand_over'],
    ['confirm cancel undo_cancel', 'confirm'],
  ] as const)
    expect(standing(...happened.split(' ')).join(' ')).toBe(stands);
});

test('owners may do everything, packers what is about the parcel, accountants nothing', () => {
  const orders: Partial<VerbFacts>[] = [
    { fulfilment: 'packed' },
    { failed_attempts: 1 },
    { fulfilment: 'cancelled', to_take_out: true, reopenable: true },
  ];
  const may = (role: StaffRole) =>
    orders.map((order) => possibleVerbs({ ...ORDER, ...order }, role));
  expect(may('owner')).toEqual([
    ['hand_over', 'cancel', 'undo'],
    ['attempt_failed', 'deliver', 'return_to_origin', 'receive_back', 'lose', 'undo'],
    ['take_out', 'undo'],
  ]);
  expect(may('packer')).toEqual([['hand_over', 'undo'], [], ['take_out']]);
  expect(may('accountant')).toEqual([[], [], []]);
});

const ORDER = {
  fulfilment: 'shipped',
  payment_method: 'cod',
  payment_mode: null,
  failed_attempts: 0,
  cash_settled: false,
  sold_pieces: 0,
  returned_pieces: 0,
  last_of_return: null,
  refund_declinable: false,
  reopenable: false,
  to_take_out: false,
  taken_out: false,
  wholly_refunded: false,
} as const;
const verbsOf = (fulfilment: Fulfilment, more: Partial<VerbFacts> = {}) =>
  possibleVerbs({ ...ORDER, ...more, fulfilment }, 'owner');

describe('what can be done with an order', () => {
  test.each<[Fulfilment, Verb | undefined]>([
    ['pending', 'confirm'],
    ['confirmed', 'pack'],
    ['packed', 'hand_over'],
    ['shipped', 'deliver'],
    ['returning', 'receive_back'],
    ['delivered', undefined],
    ['cancelled', undefined],
  ])('what usually comes next is offered first: %s, %s', (fulfilment, next) => {
    expect(nextVerb({ fulfilment, verbs: verbsOf(fulfilment) })).toBe(next);
  });

  const ONLINE = { payment_method: 'razorpay', payment_mode: 'live' } as const;
  const SOLD = { sold_pieces: 2 };
  const SENT_BACK = { ...SOLD, returned_pieces: 1, last_of_return: 'receive_return' } as const;

  test.each<[string, Fulfilment, Partial<VerbFacts>, Verb[]]>([
    [
      'a parcel announced as coming back',
      'returning',
      {},
      ['deliver', 'receive_back', 'lose', 'undo'],
    ],
    [
      'a test payment moves no goods',
      'confirmed',
      { ...ONLINE, payment_mode: 'sandbox' },
      ['cancel'],
    ],
    ['an order that is paid stays confirmed', 'confirmed', ONLINE, ['pack', 'hand_over', 'cancel']],
    ['refunded in full', 'confirmed', { ...ONLINE, wholly_refunded: true }, ['cancel']],
    [
      'refunded in full, packed',
      'packed',
      { ...ONLINE, wholly_refunded: true },
      ['cancel', 'undo'],
    ],
    ['delivered', 'delivered', {}, ['undo']],
    ['delivered, its cash remitted', 'delivered', { cash_settled: true }, []],
    ['lost', 'lost', {}, []],
    ['lost, and reopenable', 'lost', { reopenable: true }, ['undo']],
    ['cancelled', 'cancelled', {}, []],
    ['cancelled, and reopenable', 'cancelled', { reopenable: true }, ['undo']],
    ['its parcel waits', 'cancelled', { to_take_out: true }, ['take_out']],
    ['its parcel was taken out', 'cancelled', { taken_out: true }, ['undo']],
    ['a piece may come back', 'delivered', SOLD, ['receive_return', 'undo']],
    ['one came back', 'delivered', SENT_BACK, ['receive_return', 'undo']],
    ['both came back', 'delivered', { ...SENT_BACK, returned_pieces: 2 }, ['undo']],
    [
      'its refund cannot be undone',
      'delivered',
      { ...SENT_BACK, last_of_return: null },
      ['receive_return'],
    ],
    [
      'its refund waits',
      'delivered',
      { ...SENT_BACK, refund_declinable: true },
      ['receive_return', 'decline_refund', 'undo'],
    ],
    [
      'its refund was declined',
      'delivered',
      { ...SENT_BACK, last_of_return: 'decline_refund' },
      ['receive_return', 'undo'],
    ],
  ])('%s: %s %j: %j', (_, fulfilment, facts, verbs) => {
    expect(verbsOf(fulfilment, facts)).toEqual(verbs);
  });

  test('a parcel is taken back before the courier has tried, a failed attempt while there is one', () => {
    expect(undoableStep(ORDER)).toBe('hand_over');
    expect(undoableStep({ ...ORDER, failed_attempts: 1 })).toBe('attempt_failed');
  });
});

const risk = (order: Partial<Parameters<typeof cashRisk>[0]>) =>
  cashRisk({
    fulfilment: 'pending',
    to_collect: 499,
    customer: { delivered: 0, cancelled: 0 },
    ...order,
  });

describe('a parcel in cash may come back', () => {
  test('from somebody whose parcels came back', () => {
    expect(risk({ to_collect: 3998, customer: { delivered: 0, cancelled: 1 } })).toBe(
      '₹3,998.00 to collect; not confirmed yet; this customer’s orders so far: 0 delivered, 1 cancelled or returned. Call before it leaves.',
    );
    expect(risk({ fulfilment: 'packed', customer: { delivered: 1, cancelled: 2 } })).toBe(
      '₹499.00 to collect; this customer’s orders so far: 1 delivered, 2 cancelled or returned. Call before it leaves.',
    );
  });

  test('where the first order is a large one', () => {
    expect(risk({ to_collect: 2000 })).toBe(
      '₹2,000.00 to collect; not confirmed yet; nothing was delivered to this customer before. Call before it leaves.',
    );
  });
});

test.each([
  ['a small first order', {}],
  [
    'a large order of somebody who took parcels',
    { to_collect: 9999, customer: { delivered: 1, cancelled: 1 } },
  ],
  ['an order that is paid', { to_collect: null, customer: { delivered: 0, cancelled: 3 } }],
  ['a parcel on its way', { fulfilment: 'shipped', customer: { delivered: 0, cancelled: 3 } }],
  ['a role that sees no customers', { to_collect: 9999, customer: null }],
] as const)('nothing is said of %s', (_, order) => {
  expect(risk(order)).toBeNull();
});
