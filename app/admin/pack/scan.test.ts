import { describe, expect, test } from 'vitest';
import { anItem } from '#test/component/fake-orders.ts';
import { isComplete, type PackedOrder, readScan } from './scan.ts';

const order = (number: string, ...order_items: PackedOrder['order_items']): PackedOrder => ({
  id: number,
  order_number: number,
  order_items,
});

const two = anItem(1, 2);
const first = order('AP-7KQ-M2X', two, anItem(2));
const second = order('AP-ZZZ-111', anItem(3));
const scan = (code: string, open?: PackedOrder, ticked = {}) =>
  readScan(code, [first, second], open, ticked);

describe('a scanned code', () => {
  test.each(['AP-ZZZ-111', '#ap-zzz-111', 'APZZZ111', 'zzz111', ' ZZZ-111 '])(
    'opens an order, written as %j',
    (code) => {
      expect(scan(code, first)).toEqual({ kind: 'order', id: second.id });
    },
  );

  test('ticks a piece of the open order until all are ticked', () => {
    for (const ticked of [0, 1])
      expect(scan('1', first, { [two.id]: ticked })).toEqual({ kind: 'piece', item: two.id });
    const many = { kind: 'too_many', product_name: 'Tea 1' };
    expect(scan('1', first, { [two.id]: 2 })).toEqual(many);
  });

  test.each(['lemon-blue-tea', 'LEMON-BLUE-TEA', ' Lemon-Blue-Tea '])(
    'finds a product, written as %j: phones and scanners may write capitals',
    (code) => {
      const lemon = { ...anItem(7), product_id: 'lemon-blue-tea' };
      const open = order('AP-QQQ-222', lemon);
      expect(readScan(code, [open], open, {})).toEqual({ kind: 'piece', item: lemon.id });
      expect(readScan(code, [open, first], first, {}).kind).toBe('not_in_order');
    },
  );

  test('is refused if its product belongs to another order, or to none', () => {
    expect(scan('3', first)).toEqual({ kind: 'not_in_order', product_name: 'Tea 3' });
    expect(scan('99', first).kind).toBe('unknown');
    expect(scan('1').kind).toBe('unknown'); // no order is open
    expect(scan('', first).kind).toBe('unknown');
  });
});

test('an order is complete once every piece is ticked', () => {
  expect(isComplete(first, { [two.id]: 2 })).toBe(false);
  expect(isComplete(first, { [two.id]: 1, [anItem(2).id]: 1 })).toBe(false);
  expect(isComplete(first, { [two.id]: 2, [anItem(2).id]: 1 })).toBe(true);
});
