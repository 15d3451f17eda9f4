import { describe, expect, test } from 'vitest';
import { isComplete, type PackedOrder, readScan } from './scan.ts';

const order = (number: string, ...items: [product: string, quantity: number][]): PackedOrder => ({
  id: number,
  order_number: number,
  order_items: items.map(([product, quantity]) => ({
    id: `${number}/${product}`,
    product_id: product,
    product_name: `Tea ${product}`,
    product_image: '',
    quantity,
    price: null,
    subtotal: null,
    mrp: null,
    returned_good: 0,
    returned_damaged: 0,
  })),
});

const first = order('AP-7KQ-M2X', ['1', 2], ['2', 1]);
const second = order('AP-ZZZ-111', ['3', 1]);
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
    expect(scan('1', first)).toEqual({ kind: 'piece', item: `${first.id}/1` });
    expect(scan('1', first, { [`${first.id}/1`]: 1 }).kind).toBe('piece');
    expect(scan('1', first, { [`${first.id}/1`]: 2 }).kind).toBe('too_many');
  });

  test.each(['lemon-blue-tea', 'LEMON-BLUE-TEA', ' Lemon-Blue-Tea '])(
    'finds a product, written as %j: phones and scanners may write capitals',
    (code) => {
      const open = order('AP-QQQ-222', ['lemon-blue-tea', 1]);
      expect(readScan(code, [open], open, {})).toEqual({
        kind: 'piece',
        item: 'AP-QQQ-222/lemon-blue-tea',
      });
      expect(readScan(code, [open, first], first, {}).kind).toBe('not_in_order');
    },
  );

  test('is refused if its product belongs to another order, or to none', () => {
    expect(scan('3', first).kind).toBe('not_in_order');
    expect(scan('99', first).kind).toBe('unknown');
    expect(scan('1').kind).toBe('unknown'); // no order is open
    expect(scan('', first).kind).toBe('unknown');
  });
});

test('the message about a wrong piece names the product, not its code', () => {
  expect(scan('3', first)).toEqual({ kind: 'not_in_order', product_name: 'Tea 3' });
  expect(scan('1', first, { [`${first.id}/1`]: 2 })).toEqual({
    kind: 'too_many',
    product_name: 'Tea 1',
  });
});

test('an order is complete once every piece is ticked', () => {
  expect(isComplete(first, { [`${first.id}/1`]: 2 })).toBe(false);
  expect(isComplete(first, { [`${first.id}/1`]: 2, [`${first.id}/2`]: 1 })).toBe(true);
});
