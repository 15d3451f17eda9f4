import { expect, test } from 'vitest';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { pickLines } from './pick-lines.ts';

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
