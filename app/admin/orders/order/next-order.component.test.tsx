import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { open } from '#test/component/open.tsx';
import { NextOrder } from './next-order.tsx';

const WAITING: OrderRow = {
  id: '6a1f1b7e-4a8e-4f2e-9d7b-0a7b3f0f5a11',
  order_number: 'AP-7KQ-M2X',
  created_at: '2026-01-05T06:30:00.000Z',
  version: 1,
  fulfilment: 'confirmed',
  status: 'confirmed',
  payment_method: 'cod',
  payment_status: 'pending',
  payment_mode: null,
  total_amount: 998,
  to_collect: 998,
  cancel_reason: null,
  wholly_refunded: false,
  verbs: [],
  full_name: 'Asha Rao',
  phone: '+91 98765 43210',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400020',
  pieces: 2,
  items: [],
  courier: null,
  tracking_number: null,
  failed_attempts: 0,
  since: '2026-01-05T06:30:00.000Z',
};

test.each([
  ['to_hand_over', 'Next: hand over AP-7KQ-M2X'],
  ['to_pack', 'Next: pack AP-7KQ-M2X'],
])('the next order that waits %s is offered with what is to be done', async (waiting, text) => {
  const { screen } = await open(<NextOrder />, {
    api: {
      'GET /admin/orders': ({ query }) => ({
        orders: query.queue === waiting ? [WAITING] : [],
        next: null,
      }),
    },
  });
  await expect.element(screen.getByRole('link', { name: text, exact: true })).toBeVisible();
});
