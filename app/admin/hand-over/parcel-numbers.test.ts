import { describe, expect, test } from 'vitest';
import { enter, problemOf } from './parcel-numbers.ts';

const IDS = ['a', 'b', 'c'];

describe('entering', () => {
  test('one number goes into its field as typed', () => {
    expect(enter({}, IDS, 'b', 'dl 12 ')).toEqual({ b: 'dl 12 ' });
  });

  test.each(['D1\nD2', 'D1\r\nD2\r\n', 'D1\tD2', ' D1 , D2 '])(
    'a list, %j, fills from there on',
    (text) => {
      expect(enter({ a: 'X' }, IDS, 'b', text)).toEqual({ a: 'X', b: 'D1', c: 'D2' });
    },
  );

  test('lines beyond the last order are left out', () => {
    expect(enter({}, IDS, 'c', 'D1\nD2')).toEqual({ c: 'D1' });
  });
});

describe('a message appears', () => {
  test('for an invalid tracking number', () => {
    expect(problemOf({ a: '1' }, 'a')).toBe('Not a tracking number');
  });

  test('for a number that two parcels have, whatever its spelling', () => {
    expect(problemOf({ a: 'dl1234', b: ' DL1234' }, 'a')).toBe('Twice in this list');
  });

  test('not for a good number or an empty field', () => {
    expect(problemOf({ a: 'DL1234', b: '' }, 'a')).toBeNull();
    expect(problemOf({ a: 'DL1234', b: '' }, 'b')).toBeNull();
  });
});
