import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Answer, TestShopper } from './shop.ts';

export const HOME = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: 'Flat 3',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};

/** The request body for an order of the cart that the shopper sees. */
export type Submission = {
  shipping_address_id: string;
  payment_method: 'cod';
  total_amount: number;
};

/** Saves an address and fills the cart with `[product, quantity]` through the API. */
export async function toCheckout(
  shopper: TestShopper,
  lines: [string, number][],
  home: object = HOME,
): Promise<Submission> {
  const { body: address } = await shopper.request('POST', '/api/addresses', home);
  for (const [product_id, quantity] of lines) {
    await shopper.request('POST', '/api/cart/items', { product_id, quantity });
  }
  const { body: cart } = await shopper.request('GET', '/api/cart');
  const total = cart.reduce(
    (sum: number, line: { price: number; quantity: number }) => sum + line.price * line.quantity,
    0,
  );
  return { shipping_address_id: address.id, payment_method: 'cod', total_amount: total };
}

export function submit(
  shopper: TestShopper,
  order: object,
  key: string = randomUUID(),
): Promise<Answer> {
  return shopper.request('POST', '/api/orders', order, { 'idempotency-key': key });
}

/** What a refused answer looks like, for `toMatchObject`. */
export function refused(status: number, code: string) {
  return { status, body: { error: { code } } };
}

/** Deletes orders, carts and jobs, and restocks every product. */
export async function resetShop(owner: pg.Pool): Promise<void> {
  await owner.query(`
    truncate cart_items, orders, order_items, addresses cascade;
    delete from jobs.job;
    update products set active = true, stock = 100`);
}

export async function stocks(owner: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await owner.query('select id, stock from products order by id');
  return Object.fromEntries(rows.map(({ id, stock }) => [id, stock]));
}

/** The data of the queued order confirmations. */
export async function queuedConfirmations(owner: pg.Pool): Promise<object[]> {
  const { rows } = await owner.query(`select data from jobs.job where name = 'order-confirmation'`);
  return rows.map(({ data }) => data);
}
