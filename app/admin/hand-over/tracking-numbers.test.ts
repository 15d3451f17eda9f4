import { describe, expect, test } from 'vitest';
import { problemOf } from './parcel-numbers.ts';
import { scannedOrderNumber } from './scanned-order-number.ts';
import { readList, type Pasted } from './pasted-list.ts';

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

test('a tracking number is no slip, also where it begins like one', () => {
  expect(scannedOrderNumber('DL1234', '')).toBeNull();
  expect(scannedOrderNumber('AP123456789IN', '')).toBeNull();
  expect(scannedOrderNumber('AP123456789IN', 'AP1')).toBeNull();
  expect(scannedOrderNumber('', '')).toBeNull();
});

const ORDERS = [
  { id: 'a', order_number: 'AP-AAA-111' },
  { id: 'b', order_number: 'AP-BBB-222' },
  { id: 'c', order_number: 'AP-CCC-333' },
];

const paste = (text: string, id = 'a') => readList(text, ORDERS, id);

/** What is certainly a list. */
function read(text: string, id = 'a'): Pasted {
  const list = paste(text, id);
  if (!list) throw new Error('Not read as a list');
  return list;
}

describe('numbers below each other', () => {
  test.each(['dl 12 ', 'DL12\n', 'AP-AAA-111'])(
    '%j is no list, but the text of one field',
    (text) => {
      expect(paste(text)).toBeUndefined();
    },
  );

  test.each([
    'D1\nD2',
    'D1\r\nD2\r\n',
    'D1\tD2',
    ' D1 , D2 ',
    'AWB\nD1\nD2',
    'D1,\nD2,',
    "'D1\n'D2",
    '="D1"\n="D2"',
  ])('a list, %j, fills from there on', (text) => {
    expect(paste(text, 'b')).toEqual({ numbers: { b: 'D1', c: 'D2' }, notice: null });
  });

  test('a heading with one number below it fills one field', () => {
    expect(paste('AWB\nD1', 'c')).toEqual({ numbers: { c: 'D1' }, notice: null });
  });

  test('an empty line empties the field of its parcel, and no number moves up', () => {
    const { numbers, notice } = read('D1\n\nD3\n');
    expect(numbers).toEqual({ a: 'D1', b: '', c: 'D3' });
    expect(notice).toEqual({ text: '2 of 3 parcels filled in.', wrong: false });
  });

  test('a list that is too short says how many parcels have no number', () => {
    expect(read('D1\nD2').notice).toEqual({ text: '2 of 3 parcels filled in.', wrong: false });
  });

  test('empty lines at the end empty the fields of their parcels, as far as there are any', () => {
    for (const end of ['\n', '\n\n\n', '\r\n\r\n'])
      expect(read(`D1\nD2\n${end}`)).toEqual({
        numbers: { a: 'D1', b: 'D2', c: '' },
        notice: { text: '2 of 3 parcels filled in.', wrong: false },
      });
    expect(read('D1\nD2\n').numbers).toEqual({ a: 'D1', b: 'D2' });
  });

  test.each(['DL12\n\n', '\n\n'])('%j is no list of which the others are empty', (text) => {
    expect(paste(text)).toBeUndefined();
  });

  test('a list that is too long fills nothing and says so', () => {
    const { numbers, notice } = read('D1\nD2\nD3', 'b');
    expect(numbers).toEqual({});
    expect(notice?.wrong).toBe(true);
    expect(notice?.text).toContain('3 lines for 2 parcels');
  });
});

describe('rows with order numbers are matched by them', () => {
  test.each([
    ['in another order, with a heading', 'Order\tAWB\nAP-CCC-333\tDL300\nap bbb 222\tDL200'],
    ['with the tracking number first', 'DL300,#AP-CCC-333\nDL200,APBBB222'],
    ['with the name of the courier', 'AP-CCC-333;Delhivery;DL300\nAP-BBB-222;Delhivery;DL200'],
    ['with spaces between', 'AP-CCC-333  DL300\nAP-BBB-222  DL200'],
  ])('%s', (_, text) => {
    const { numbers, notice } = read(text);
    expect(numbers).toEqual({ b: 'DL200', c: 'DL300' });
    expect(notice).toEqual({ text: '2 of 3 parcels filled in.', wrong: false });
  });

  test('a single row fills the field of its own order, wherever it is pasted', () => {
    expect(read('AP-BBB-222\tDL200').numbers).toEqual({ b: 'DL200' });
  });

  test('orders that are not in this list are named', () => {
    const { numbers, notice } = read('AP-AAA-111\tDL100\nAP-ZZZ-999\tDL999');
    expect(numbers).toEqual({ a: 'DL100' });
    expect(notice).toEqual({
      text: '1 of 3 parcels filled in. Not in this list: AP-ZZZ-999.',
      wrong: true,
    });
  });

  test('a parcel without a number beside it has none, whatever stood in its field', () => {
    expect(read('AP-AAA-111\tDL100\nAP-BBB-222\t')).toEqual({
      numbers: { a: 'DL100', b: '' },
      notice: { text: '1 of 3 parcels filled in.', wrong: false },
    });
    expect(read('AP-AAA-111\tDL100\nAP-BBB-222\t\nAP-CCC-333\tDL300').notice?.text).toBe(
      '2 of 3 parcels filled in.',
    );
  });

  test.each([
    [
      'two numbers beside one order',
      'AP-AAA-111\t9876543210\tDL100',
      'AP-AAA-111 has more than one tracking number',
    ],
    [
      'two orders in one row',
      'AP-AAA-111\tAP-BBB-222\tDL100',
      'AP-AAA-111 and AP-BBB-222 are in one row',
    ],
    ['one order twice', 'AP-AAA-111\tDL100\nAP-AAA-111\tDL101', 'AP-AAA-111 twice'],
    [
      'a tracking number without its order',
      'AP-AAA-111\tDL100\nDL200',
      'DL200 has no order number',
    ],
    ['order numbers alone', 'AP-AAA-111\nAP-BBB-222', 'no tracking number'],
    ['several columns without an order number', 'Asha\tDL100\nBina\tDL200', 'several columns'],
  ])('%s: nothing is filled in, and it says why', (_, text, why) => {
    const { numbers, notice } = read(text);
    expect(numbers).toEqual({});
    expect(notice?.wrong).toBe(true);
    expect(notice?.text).toContain(why);
  });
});
