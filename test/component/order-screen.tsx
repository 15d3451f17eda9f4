import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { rememberCourier } from '#app/admin/orders/actions/use-couriers.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { openAdmin } from './admin.tsx';
import {
  anEvent,
  anOrder,
  DELHIVERY,
  fakeOrders,
  idOf,
  numberOf,
  onItsWay,
} from './fake-orders.ts';

/** The order whose page is open, and what it shows. */
export const FIRST = idOf(1, 1);
export const dialog = page.getByRole('dialog');
export const alert = page.getByRole('alert');
/** The endpoint of an order's steps. */
export const ACTIONS = 'POST /admin/orders/{id}/actions';

/** Opens the first order's page, for the owner. */
export async function openOrder(order: OrderDetail = anOrder(1), others: OrderDetail[] = []) {
  const server = fakeOrders([order, ...others]);
  rememberCourier(DELHIVERY.id);
  const opened = await openAdmin(`/admin/orders/${FIRST}`, { api: server.api });
  const { main } = opened;
  const heading = main.getByRole('heading', { level: 1, name: numberOf(1) });
  await expect.element(heading).toBeVisible();
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const more = () => main.getByText('More', { exact: true }).click();
  return { ...opened, server, heading, button, more };
}

/** The first order, delivered and paid. */
export const delivered = (part: Partial<OrderDetail> = {}) =>
  onItsWay(1, {
    fulfilment: 'delivered',
    status: 'delivered',
    payment_status: 'paid',
    refundable: 499,
    refundable_by_hand: 499,
    events: [anEvent('placed'), anEvent('deliver', '2026-01-06T06:30:00.000Z')],
    ...part,
  });
