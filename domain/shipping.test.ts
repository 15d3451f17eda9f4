import { describe, expect, test } from 'vitest';
import { dayInIndia, formatDateTime, formatDay, formatWeekday } from './day.ts';
import { DEFAULT_SHIPPING, expectedBy, missingToFreeShipping } from './shipping.ts';

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
  expect(expectedBy(placed, 5)).toBe(by);
});

test.each([
  ['at 14:00 counts from the next day on', '2026-05-04T08:30:00Z', '2026-05-11'],
  ['a minute before counts from its own', '2026-05-04T08:29:00Z', '2026-05-09'],
])('where the day ends at 14:00, an order %s', (_, placed, by) => {
  expect(expectedBy(placed, 5, { cutOff: 14, holidays: [] })).toBe(by);
});

test('the owner’s holidays do not count', () => {
  const holidays = ['2026-11-09', '2026-11-10'];
  expect(expectedBy('2026-11-07T06:00:00Z', 2, { cutOff: null, holidays })).toBe('2026-11-12');
});

test.each([
  [0, 99_900],
  [49_900, 50_000],
  [99_899, 1],
  [99_900, 0],
  [1_000_000, 0],
])('%i paise are %i short of free shipping', (total, missing) => {
  expect(missingToFreeShipping(DEFAULT_SHIPPING, total)).toBe(missing);
});

describe('a day', () => {
  test('is formatted like Nov 21, 2026', () => {
    expect(formatDay('2026-11-21T06:00:00.000Z')).toBe('Nov 21, 2026');
    expect(formatDay('2026-03-05T06:00:00.000Z')).toBe('Mar 05, 2026');
  });

  test('of the week to come is formatted like Sat, May 09', () => {
    expect(formatWeekday('2026-05-09')).toBe('Sat, May 09');
  });

  test('follows Indian time: it begins at 18:30 UTC', () => {
    expect(formatDay('2026-11-21T18:29:59.999Z')).toBe('Nov 21, 2026');
    expect(formatDay('2026-11-21T18:30:00.000Z')).toBe('Nov 22, 2026');
    expect(formatDay('2026-12-31T18:30:00.000Z')).toBe('Jan 01, 2027');
  });

  test('as YYYY-MM-DD is that of India, too', () => {
    expect(dayInIndia(Date.parse('2026-11-21T18:29:59.999Z'))).toBe('2026-11-21');
    expect(dayInIndia(Date.parse('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01');
  });

  test('has a time, in Indian time', () => {
    expect(formatDateTime('2026-11-21T18:35:00.000Z')).toBe('Nov 22, 2026, 12:05 AM');
    expect(formatDateTime('2026-03-05T08:30:00.000Z')).toBe('Mar 05, 2026, 2:00 PM');
  });

  test('has the same format in every month', () => {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-05T06:00:00.000Z`;
      expect(formatDay(day)).toMatch(/^[A-Z][a-z]{2} 05, 2026$/);
    }
  });
});
