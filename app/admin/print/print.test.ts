import { expect, test } from 'vitest';
import { anItem } from '#test/component/fake-orders.ts';
import { missingOrdersText } from './orders-of-url.tsx';
import { pickLines } from './sheets.tsx';

test('the pieces of each product are summed over all orders, sorted by name', () => {
  const orders = [{ order_items: [anItem(2, 2), anItem(1)] }, { order_items: [anItem(2, 3)] }];
  expect(pickLines(orders)).toEqual([
    { product_id: '1', product_name: 'Tea 1', pieces: 1, orders: 1 },
    { product_id: '2', product_name: 'Tea 2', pieces: 5, orders: 2 },
  ]);
});

test.each([
  [[], null],
  [['AP-1'], 'AP-1 is no longer here. It may have been cancelled: do not send it.'],
  [[null], 'One order is no longer here. It may have been cancelled: do not send it.'],
  [[null, null], /^2 orders are no longer here\. They may/],
  [[null, 'AP-1', 'AP-2', null], /^AP-1, AP-2, 2 more are no longer here/],
])(
  'missing orders %j are named by known numbers, and the others are counted',
  (numbers, sentence) => {
    const text = missingOrdersText(numbers);
    if (sentence instanceof RegExp) expect(text).toMatch(sentence);
    else expect(text).toBe(sentence);
  },
);
