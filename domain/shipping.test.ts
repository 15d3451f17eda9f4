import { expect, test } from 'vitest';
import { expectedBy, missingToFreeShipping } from './shipping.ts';

test.each([
  ['a Monday', '2026-05-04T06:00:00Z', '2026-05-09'],
  ['a Tuesday: Sunday does not count', '2026-05-05T06:00:00Z', '2026-05-11'],
  ['a Saturday', '2026-05-09T06:00:00Z', '2026-05-15'],
  ['a Sunday: Monday is the first day', '2026-05-10T06:00:00Z', '2026-05-15'],
  ['late on a Sunday in London, which is Monday in India', '2026-05-03T20:00:00Z', '2026-05-09'],
  ['before Independence Day', '2026-08-12T06:00:00Z', '2026-08-19'],
  ['before Republic Day', '2026-01-24T06:00:00Z', '2026-01-31'],
  ['before Gandhi Jayanti', '2026-10-01T06:00:00Z', '2026-10-08'],
  ['at the end of a year', '2026-12-30T06:00:00Z', '2027-01-05'],
  ['in a leap year', '2028-02-26T06:00:00Z', '2028-03-03'],
])('an order on %s is expected by the fifth business day', (_, placed, by) => {
  expect(expectedBy(placed)).toBe(by);
});

test.each([
  [0, 99_900],
  [49_900, 50_000],
  [99_899, 1],
  [99_900, 0],
  [1_000_000, 0],
])('%i paise are %i short of free shipping', (total, missing) => {
  expect(missingToFreeShipping(total)).toBe(missing);
});
