import { describe, expect, test } from 'vitest';
import { scannedOrderNumber } from './parcel-row.tsx';
import { problemOf, readList } from './pasted-list.ts';

test.each<[Record<string, string>, string | null]>([
  [{ a: '1' }, 'Not a tracking number'],
  [{ a: 'AP-7KQ-M2X' }, 'This is an order number'],
  [{ a: 'ap7kqm2x' }, 'This is an order number'],
  [{ a: '#AP-7KQ-M2X' }, 'This is an order number'],
  [{ a: 'DL1234AP-7KQ-M2X' }, 'This is an order number'],
  [{ a: 'dl1234', b: ' DL1234' }, 'Twice in this list'],
  [{ a: 'DL1234', b: '' }, null],
  [{ a: '', b: 'DL1234' }, null],
  [{ a: 'AP123456789IN' }, null],
])('of %j the first parcel’s number is told: %s', (numbers, text) => {
  const problem = problemOf(numbers, 'a');
  if (text) expect(problem).toContain(text);
  else expect(problem).toBeNull();
});

test.each([
  ['AP-7KQ-M2X', ''],
  ['ap7kqm2x', ''],
  ['#AP-7KQ-M2X', ''],
  ['DL1234AP-7KQ-M2X', 'DL1234'],
  ['DL1234AP7KQM2X', 'DL1234'],
  ['AP-7KQ-M2X', 'DL1234'],
])('a slip is told from a tracking number: %s in a field that had %j', (text, before) => {
  expect(scannedOrderNumber(text, before)).toBe('AP-7KQ-M2X');
});

test.each([
  ['DL1234', ''],
  ['AP123456789IN', ''],
  ['AP123456789IN', 'AP1'],
  ['', ''],
])('%j in a field that had %j is no slip, also where it begins like one', (text, before) => {
  expect(scannedOrderNumber(text, before)).toBeNull();
});

const ORDERS = [
  { id: 'a', order_number: 'AP-AAA-111' },
  { id: 'b', order_number: 'AP-BBB-222' },
  { id: 'c', order_number: 'AP-CCC-333' },
];

const paste = (text: string, id = 'a') => readList(text, ORDERS, id);
const byOrder = { b: 'DL20', c: 'DL30' };
const filled = (some: number) => ({ text: `${some} of 3 parcels filled in.`, wrong: false });

describe('a pasted text', () => {
  test.each(['dl 12 ', 'DL12\n', 'AP-AAA-111', 'DL12\n\n', '\n\n'])(
    '%j is no list, but the text of one field',
    (text) => {
      expect(paste(text)).toBeUndefined();
    },
  );

  test.each(['D1\nD2', 'D1\r\nD2\r\n', 'AWB\nD1\nD2', 'D1,\nD2,', "'D1\n'D2", '="D1"\n="D2"'])(
    '%j is a list, and fills from there on',
    (text) => {
      expect(paste(text, 'b')).toEqual({ numbers: { b: 'D1', c: 'D2' }, notice: null });
    },
  );

  test('of a heading with one number below it fills one field', () => {
    expect(paste('AWB\nD1', 'c')).toEqual({ numbers: { c: 'D1' }, notice: null });
  });

  test.each([
    ['an empty line empties the field of its parcel', 'D1\n\nD3\n', { a: 'D1', b: '', c: 'D3' }],
    ['a short list leaves the fields after it', 'D1\nD2\n', { a: 'D1', b: 'D2' }],
    ['numbers go by the order', 'Order\tAWB\nAP-CCC-333\tDL30\nap bbb 222\tDL20', byOrder],
    ['also before it', 'DL30,#AP-CCC-333\nDL20,APBBB222', byOrder],
    ['and beside a courier', 'AP-CCC-333;Speedy;DL30\nAP-BBB-222;Speedy;DL20', byOrder],
    ['or spaces', 'AP-CCC-333  DL30\nAP-BBB-222  DL20', byOrder],
  ])('of several lines: %s, %j', (_, text, numbers) => {
    expect(paste(text)).toEqual({ numbers, notice: filled(2) });
  });

  test('with a single row fills the field of its own order, wherever it is pasted', () => {
    expect(paste('AP-BBB-222\tDL200')).toMatchObject({ numbers: { b: 'DL200' } });
  });

  test('that has no number beside an order empties its field', () => {
    const numbers = { a: 'DL100', b: '' };
    expect(paste('AP-AAA-111\tDL100\nAP-BBB-222\t')).toEqual({ numbers, notice: filled(1) });
  });

  test('names the orders that are not in this list', () => {
    expect(paste('AP-AAA-111\tDL100\nAP-ZZZ-999\tDL999')).toEqual({
      numbers: { a: 'DL100' },
      notice: { text: '1 of 3 parcels filled in. Not in this list: AP-ZZZ-999.', wrong: true },
    });
  });

  test.each([
    ['D1\nD2\nD3\nD4', '4 lines for 3 parcels'],
    ['AP-AAA-111\t9876543210\tDL100', '9876543210\tDL100” is not'],
    ['AP-AAA-111\tAP-BBB-222\tDL100', 'AP-BBB-222\tDL100” is not'],
    ['AP-AAA-111\tDL100\nAP-AAA-111\tDL101', 'AP-AAA-111\tDL101” is not'],
    ['AP-AAA-111\tDL100\nDL200', 'DL200” is not'],
    ['AP-AAA-111\nAP-BBB-222', 'no tracking number'],
    ['Asha\tDL100\nBina\tDL200', 'several columns'],
  ])('like %j fills nothing in, and says why', (text, why) => {
    const wrong = { text: expect.stringContaining(why), wrong: true };
    expect(paste(text)).toMatchObject({ numbers: {}, notice: wrong });
    expect(Object.keys(paste(text)?.numbers ?? {})).toEqual([]);
  });
});
