import { expect, test } from 'vitest';
import { firstAboveMrp, type PlannedPrice } from './price-schedule.ts';

const day = (n: number) => `2026-12-${String(n).padStart(2, '0')}T00:00:00Z`;
const planned = (more: Partial<PlannedPrice>): PlannedPrice => ({
  id: 'a',
  state: 'scheduled',
  price: 549,
  mrp: null,
  starts_at: day(1),
  ends_at: null,
  former_price: null,
  former_mrp: null,
  ...more,
});
const running = (more: Partial<PlannedPrice> = {}) =>
  planned({
    id: 'running',
    state: 'active',
    price: 399,
    ends_at: day(5),
    former_price: 499,
    former_mrp: 599,
    ...more,
  });

test('a price that starts above the MRP is named with its instant', () => {
  expect(firstAboveMrp({ price: 479, mrp: 499 }, [planned({})])).toEqual({
    id: 'a',
    price: 549,
    at: day(1),
    back: false,
  });
  expect(firstAboveMrp({ price: 479, mrp: 549 }, [planned({})])).toBeNull();
  expect(firstAboveMrp({ price: 479, mrp: 499 }, [planned({ mrp: 599 })])).toBeNull();
});

test('an MRP for a time is gone at its end, one for good stays', () => {
  const low = { id: 'low', price: 399, mrp: 449 };
  const now = { price: 499, mrp: 599 };
  const later = planned({ starts_at: day(9) });
  expect(firstAboveMrp(now, [later, planned({ ...low, ends_at: day(2) })])).toBeNull();
  expect(firstAboveMrp(now, [later, planned(low)])).toMatchObject({ id: 'a', at: day(9) });
});

test('at one instant a price ends before the next begins', () => {
  const low = planned({ id: 'low', price: 399, mrp: 449, starts_at: day(1), ends_at: day(2) });
  const next = planned({ starts_at: day(2) });
  expect(firstAboveMrp({ price: 499, mrp: 599 }, [next, low])).toBeNull();
});

test('a corrected MRP stays when a running price ends, and may not be below what comes back', () => {
  expect(firstAboveMrp({ price: 399, mrp: 450 }, [running()])).toEqual({
    id: 'running',
    price: 499,
    at: day(5),
    back: true,
  });
  const later = planned({ price: 649, starts_at: day(9) });
  expect(firstAboveMrp({ price: 399, mrp: 699 }, [running(), later])).toBeNull();
  expect(firstAboveMrp({ price: 399, mrp: 599 }, [running(), later])).toMatchObject({ id: 'a' });
  expect(firstAboveMrp({ price: 399, mrp: 449 }, [running({ mrp: 449 })])).toBeNull(); // its own
});
