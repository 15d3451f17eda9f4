import { expect, test } from 'vitest';
import { anOrder, numberOf, rowOf } from '#test/component/fake-orders.ts';
import { open } from '#test/component/open.tsx';
import { NextOrder } from './next-order.tsx';

test.each([
  ['to_hand_over', 'hand over'],
  ['to_pack', 'pack'],
])('the next order that waits %s is offered with what is to be done', async (waiting, verb) => {
  const { screen } = await open(<NextOrder />, {
    api: {
      'GET /admin/orders': ({ query }) => ({
        orders: query.queue === waiting ? [rowOf(anOrder(1))] : [],
        next: null,
      }),
    },
  });
  const name = `Next: ${verb} ${numberOf(1)}`;
  await expect.element(screen.getByRole('link', { name, exact: true })).toBeVisible();
});
