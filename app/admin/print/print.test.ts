import { expect, test } from 'vitest';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { pickLines } from './pick-lines.ts';
import { missingOrdersText } from './missing-orders-text.ts';

type Item = OrderDetail['order_items'][number];

function order(...items: [product: string, quantity: number][]): Pick<OrderDetail, 'order_items'> {
  return {
    order_items: items.map(
      ([product, quantity]): Item => ({
        id: `${product}-item`,
        product_id: product,
        product_name: `Tea ${product}`,
        product_image: '',
        quantity,
        price: 1,
        subtotal: quantity,
        mrp: 1,
        returned_good: 0,
        returned_damaged: 0,
      }),
    ),
  };
}

test('the pieces of each product are summed over all orders, sorted by name', () => {
  expect(pickLines([order(['b', 2], ['a', 1]), order(['b', 3])])).toEqual([
    { product_id: 'a', product_name: 'Tea a', pieces: 1, orders: 1 },
    { product_id: 'b', product_name: 'Tea b', pieces: 5, orders: 2 },
  ]);
});

const gone = (...numbers: (string | null)[]) =>
  numbers.map((order_number, place) => ({ id: String(place), order_number }));

test.each([
  [[], null],
  [['AP-1'], 'AP-1 is no longer here. It may have been cancelled: do not send it.'],
  [[null], 'One order is no longer here. It may have been cancelled: do not send it.'],
  [[null, null], /^2 orders are no longer here\. They may/],
  [[null, 'AP-1', 'AP-2', null], /^AP-1, AP-2, 2 more are no longer here/],
])(
  'missing orders %j are named by known numbers, and the others are counted',
  (numbers, sentence) => {
    const text = missingOrdersText(gone(...numbers));
    if (sentence instanceof RegExp) expect(text).toMatch(sentence);
    else expect(text).toBe(sentence);
  },
);
