import { describe, expect, test } from 'vitest';
import { cashRisk } from './cash-risk.ts';

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
