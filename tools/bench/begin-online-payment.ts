import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Account, postJson } from './accounts.ts';
import { ADDRESS } from './order-process.ts';

const Saved = z.object({ id: z.string() });
const BegunPayment = z.object({ options: z.object({ order_id: z.string() }) });

/** Takes one shopper's cart to the payment window; returns the gateway's id of the order to pay. */
export async function beginPayment(url: string, account: Account): Promise<string> {
  await request(url, account, '/cart/items', { product_id: '2', quantity: 1 });
  const { id } = Saved.parse(await request(url, account, '/addresses', ADDRESS));
  const order = { shipping_address_id: id, total_amount: 799 };
  return BegunPayment.parse(await request(url, account, '/payments/razorpay', order)).options
    .order_id;
}

/** Posts as this shopper; throws for any response that is not a success. */
export function request(
  url: string,
  { token }: Account,
  at: string,
  body: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  return postJson(`${url}/api${at}`, body, headers);
}
