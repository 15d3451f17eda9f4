import { expect, test } from 'vitest';
import { TRAVEL } from '#test/component/shopper-data.ts';
import { describeChanges, describeProblem } from './item-problem.tsx';

const ITEM = { ...TRAVEL, quantity: 3, price: 499, current_price: 499, stock: 10 };

test.each([
  [{ available: false }, 'No longer sold', 'We no longer sell this.', 'Remove it'],
  [{ stock: 2 }, 'Only 2 left', 'Only 2 left.', 'Take 2'],
  [{ order_limit: 2 }, 'At most 2', 'You can order at most 2 at a time.', 'Take 2'],
  [{ order_limit: 2, stock: 2 }, 'Only 2 left', 'Only 2 left.', 'Take 2'],
  [{ stock: 0 }, 'Sold out', 'Sold out for now.', 'Remove it'],
  [
    { current_price: 549.5 },
    'New price',
    'The price is now ₹549.50. It was ₹499.00 when you added it.',
    'Accept new price',
  ],
  [
    { stock: 2, current_price: 549 },
    'Only 2 left',
    'Only 2 left. The price is now ₹549.00. It was ₹499.00 when you added it.',
    'Take 2',
  ],
  [
    { order_limit: 2, current_price: 449 },
    'At most 2',
    'You can order at most 2 at a time. The price is now ₹449.00. It was ₹499.00 when you added it.',
    'Take 2',
  ],
  [{ stock: 0, current_price: 549 }, 'Sold out', 'Sold out for now.', 'Remove it'],
])('%j: %s', (change, label, text, action) => {
  expect(describeProblem({ ...ITEM, ...change })).toEqual({ label, text, action });
});

test('counts the items that need a change, of which one that can be ordered is none', () => {
  const sold = { ...ITEM, stock: 0 };
  expect(describeProblem(ITEM)).toBeNull();
  expect(describeChanges([ITEM])).toBeNull();
  expect(describeChanges([ITEM, sold])).toBe('1 item needs a change');
  expect(describeChanges([sold, ITEM, sold])).toBe('2 items need a change');
});
