import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import * as z from 'zod';
import { ADDRESS } from '#test/address.ts';
import { type Connection, openConnection, openSessions, type Session } from './requests.ts';
import type { BenchShop } from './shop.ts';

/** The number of concurrent shoppers, each with several accounts: an account may have at most 50 addresses. */
export const SHOPPERS = 8;
export const ORDERS_PER_ACCOUNT = 45;
const ACCOUNTS_EACH = 7;

/** Enough for any run; no order is refused for lack of stock. */
export const STOCK = 100_000_000;

/** At its displayed price. */
export type Product = z.infer<typeof Product>;
const Product = z.object({ id: z.string(), price: z.number() });

/** What the shop acknowledged. */
export type Outcome = {
  seconds: number;
  orders: number;
  /** Pieces in those orders, by product. */
  sold: Record<string, number>;
  /** Milliseconds of placing each order, and of each whole flow. */
  placing: number[];
  flows: number[];
};

export type Shoppers = {
  products: Product[];
  /** Orders as fast as the shop allows for that many seconds, and finishes what was begun. */
  orderFor(seconds: number): Promise<Outcome>;
};

/** Opens the accounts and fills the stock. */
export async function openShoppers(shop: BenchShop): Promise<Shoppers> {
  await shop.owner.query('update products set stock = $1', [STOCK]);
  const sessions = await openSessions(shop.url, SHOPPERS * ACCOUNTS_EACH);
  const answer = await fetch(`${shop.url}/api/products`);
  const products = z.array(Product).parse(await answer.json());
  return {
    products,
    async orderFor(seconds) {
      const outcome: Outcome = { seconds: 0, orders: 0, sold: {}, placing: [], flows: [] };
      const began = performance.now();
      const until = began + seconds * 1000;
      const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
        // New connections for each round: between rounds the shop closes idle ones.
        const connection = await openConnection(shop.url);
        for (let n = 0; n < ORDERS_PER_ACCOUNT * ACCOUNTS_EACH && performance.now() < until; n++) {
          const session = sessions[Math.floor(n / ORDERS_PER_ACCOUNT) * SHOPPERS + shopper];
          const one = products[(shopper + n) % products.length];
          const other = products[(shopper + n + 1) % products.length];
          if (!session || !one || !other) throw new Error('Nobody to order, or nothing to buy');
          await orderOnce(connection, session, [one, other], outcome);
        }
        connection.close();
      });
      await Promise.all(shoppers);
      outcome.seconds = (performance.now() - began) / 1000;
      return outcome;
    },
  };
}

/**
 * Before a round: addresses are limited by account, and undelivered orders count against a shopper's limit of unpaid
 * units. Clearing costs PostgreSQL a twentieth of a round, and no shop does it: it is not measured.
 */
export async function clearRound(owner: pg.Pool): Promise<void> {
  await owner.query(`
    delete from addresses;
    delete from cart_items; -- pgbench may have stopped in the middle of a flow
    update orders set fulfilment = 'delivered'
      where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped')
        and user_id in (select id from auth.users)`);
}

const Placed = z.object({ id: z.string() });

/** Two products into the cart, an address, an order: four requests. */
async function orderOnce(
  connection: Connection,
  { access_token }: Session,
  [one, other]: [Product, Product],
  outcome: Outcome,
): Promise<void> {
  const headers =
    `Authorization: Bearer ${access_token}\r\nContent-Type: application/json\r\n` +
    `Idempotency-Key: ${randomUUID()}\r\n`;
  const post = async (path: string, body: object) => {
    const reply = await connection.request('POST', path, headers, JSON.stringify(body));
    if (reply.status === 201) return Placed.parse(JSON.parse(reply.body)).id;
    throw new Error(`POST ${path} answered ${reply.status} ${reply.body}`);
  };
  const began = performance.now();
  await post('/api/cart/items', { product_id: one.id, quantity: 1 });
  await post('/api/cart/items', { product_id: other.id, quantity: 2 });
  const address = await post('/api/addresses', ADDRESS);
  const asked = performance.now();
  await post('/api/orders', {
    shipping_address_id: address,
    payment_method: 'cod',
    total_amount: totalOf(one, other),
  });
  const now = performance.now();
  outcome.placing.push(now - asked);
  outcome.flows.push(now - began);
  outcome.orders += 1;
  outcome.sold[one.id] = (outcome.sold[one.id] ?? 0) + 1;
  outcome.sold[other.id] = (outcome.sold[other.id] ?? 0) + 2;
}

/** Of one and two others, in rupees. */
export function totalOf(one: Product, other: Product): number {
  return Math.round((one.price + 2 * other.price) * 100) / 100;
}
