import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { Connection } from './connection.ts';

/**
 * Orders as fast as the shop allows: `shoppers` connections, each of which repeatedly fills a cart, saves an address
 * and orders. A process of its own, so that its CPU time is not counted as the shop's.
 *
 * Reads its plan from the first line of standard input. Each further line is a number of seconds to work for, to which
 * it responds with a line with the outcome. It finishes flows that it began, so every acknowledged order is counted.
 */
const Plan = z.object({
  port: z.number(),
  shoppers: z.number(),
  /** Access tokens, the same number for each shopper. */
  tokens: z.array(z.string()),
  /** After that many orders a shopper uses the next account: an account may have at most 50 addresses. */
  ordersPerAccount: z.number(),
  products: z.array(z.object({ id: z.string(), price: z.number() })),
  address: z.record(z.string(), z.unknown()),
});
type Plan = z.infer<typeof Plan>;

export const Outcome = z.object({
  seconds: z.number(),
  orders: z.number(),
  /** Pieces in those orders, by product. */
  sold: z.record(z.string(), z.number()),
  /** Responses that were not a success, as text; at most ten. */
  refusals: z.array(z.string()),
  /** Milliseconds of placing each order, and of each whole flow. */
  placing: z.array(z.number()),
  flows: z.array(z.number()),
});
export type Outcome = z.infer<typeof Outcome>;

type Shopper = { index: number; connection: Connection; flow: number };

const Placed = z.object({ id: z.string() });

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const first = await lines.next();
  const plan = Plan.parse(JSON.parse(first.value ?? ''));
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const outcome = await work(plan, Number(line.value));
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  }
}

async function work(plan: Plan, seconds: number): Promise<Outcome> {
  const shoppers = await Promise.all(
    // New connections for each round: between rounds the shop closes idle ones.
    Array.from({ length: plan.shoppers }, async (_, index) => ({
      index,
      connection: await Connection.open(plan.port),
      flow: 0, // the bench deletes all addresses before each round
    })),
  );
  const outcome: Outcome = {
    seconds: 0,
    orders: 0,
    sold: {},
    refusals: [],
    placing: [],
    flows: [],
  };
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    shoppers.map(async (shopper) => {
      const most = plan.ordersPerAccount * accountsPerShopper(plan);
      while (performance.now() < until && shopper.flow < most && outcome.refusals.length < 10) {
        await orderOnce(plan, shopper, outcome);
        shopper.flow += 1;
      }
      shopper.connection.close();
    }),
  );
  outcome.seconds = (performance.now() - began) / 1000;
  return outcome;
}

function accountsPerShopper(plan: Plan): number {
  return Math.floor(plan.tokens.length / plan.shoppers);
}

/** Two products into the cart, an address, an order: four requests. */
async function orderOnce(plan: Plan, shopper: Shopper, outcome: Outcome): Promise<void> {
  const { products, ordersPerAccount } = plan;
  const account = Math.floor(shopper.flow / ordersPerAccount) * plan.shoppers + shopper.index;
  const headers = `Authorization: Bearer ${plan.tokens[account]}\r\nContent-Type: application/json\r\n`;
  const began = performance.now();

  async function post(path: string, body: object, more = ''): Promise<string | undefined> {
    const text = JSON.stringify(body);
    const reply = await shopper.connection.request('POST', path, headers + more, text);
    if (reply.status === 201) return Placed.parse(JSON.parse(reply.body)).id;
    outcome.refusals.push(`POST ${path} answered ${reply.status} ${reply.body}`);
    return undefined;
  }

  const n = shopper.index + shopper.flow;
  const one = products[n % products.length];
  const other = products[(n + 1) % products.length];
  if (!one || !other) throw new Error('There is nothing to buy');
  await post('/api/cart/items', { product_id: one.id, quantity: 1 });
  await post('/api/cart/items', { product_id: other.id, quantity: 2 });
  const address = await post('/api/addresses', plan.address);
  const order = {
    shipping_address_id: address,
    payment_method: 'cod',
    total_amount: Math.round((one.price + 2 * other.price) * 100) / 100,
  };
  const asked = performance.now();
  if ((await post('/api/orders', order, `Idempotency-Key: ${randomUUID()}\r\n`)) === undefined)
    return;
  outcome.placing.push(performance.now() - asked);
  outcome.flows.push(performance.now() - began);
  outcome.orders += 1;
  outcome.sold[one.id] = (outcome.sold[one.id] ?? 0) + 1;
  outcome.sold[other.id] = (outcome.sold[other.id] ?? 0) + 2;
}

if (import.meta.main) await main();
