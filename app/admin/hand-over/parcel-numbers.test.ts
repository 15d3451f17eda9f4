import { describe, expect, test } from 'vitest';
import { problemOf } from './parcel-numbers.ts';

describe('a message appears', () => {
  test('for an invalid tracking number', () => {
    expect(problemOf({ a: '1' }, 'a')).toBe('Not a tracking number');
  });

  test.each(['AP-7KQ-M2X', 'ap7kqm2x', '#AP-7KQ-M2X', 'DL1234AP-7KQ-M2X'])(
    'for an order number, %s, as on the slip',
    (number) => {
      expect(problemOf({ a: number }, 'a')).toContain('This is an order number');
    },
  );

  test('for a number that two parcels have, whatever its spelling', () => {
    expect(problemOf({ a: 'dl1234', b: ' DL1234' }, 'a')).toBe('Twice in this list');
  });

  test('no message appears for a valid number or an empty field', () => {
    expect(problemOf({ a: 'DL1234', b: '' }, 'a')).toBeNull();
    expect(problemOf({ a: 'DL1234', b: '' }, 'b')).toBeNull();
    expect(problemOf({ a: 'AP123456789IN' }, 'a')).toBeNull();
  });
});
