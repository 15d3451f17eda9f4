import { Batch } from '@aparajita/postgres/batch';
import type pg from 'pg';
import { insertAddress } from '#server/addresses/queries.ts';
import { addToCart } from '#server/cart/add-to-cart.ts';
import { createDatabase } from '#server/database/database.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import type { Account } from './accounts.ts';
import { ADDRESS } from './order-process.ts';

export type Statement = { text: string; values: readonly unknown[] };

export type RecordedOrder = {
  /** In order; the statements of one batch are sent together. */
  batches: Statement[][];
  /** The values that are specific to this order, as they occur in the statements. */
  known: {
    user: string;
    session: string;
    address: string;
    order: string;
    key: string;
    total: number;
    products: [string, string];
  };
};

/** The shop's own default. */
const UNPAID_LIMIT = 30;

type Product = { id: string; price: number };

/**
 * Places one order with the shop's own code, on `pool`, and records every statement. So what pgbench repeats cannot
 * drift from what the shop does.
 */
export async function recordOrder(
  pool: pg.Pool,
  account: Account,
  [one, other]: [Product, Product],
): Promise<RecordedOrder> {
  const batches: Statement[][] = [];
  const log = createLog('warn');
  const database = createDatabase({
    pool: recording(pool, batches),
    enter: 'session',
    prepare: true,
  });
  const jobs = await openJobs(pool, log);
  const shopper = { ...account, email: 'shopper-0@example.com', fullName: 'Asha Rao' };
  const key = 'the-key-of-the-recorded-order';
  const total = Math.round((one.price + 2 * other.price) * 100) / 100;
  try {
    await addToCart(database, shopper, { product_id: one.id, quantity: 1 });
    await addToCart(database, shopper, { product_id: other.id, quantity: 2 });
    const [saved] = await database.asShopper(shopper, insertAddress(shopper, ADDRESS));
    if (!saved) throw new Error('The address was not saved');
    const order = {
      shipping_address_id: saved.id,
      payment_method: 'cod',
      total_amount: total,
    } as const;
    const placed = await placeOrder(
      { database, jobs, unpaidLimit: UNPAID_LIMIT },
      shopper,
      order,
      key,
    );
    const { userId: user, sessionId: session } = account;
    return {
      batches,
      known: {
        user,
        session,
        address: saved.id,
        order: placed.id,
        key,
        total,
        products: [one.id, other.id],
      },
    };
  } finally {
    await jobs.stop();
  }
}

/** The same pool, whose connections record their queries. */
function recording(pool: pg.Pool, batches: Statement[][]): pg.Pool {
  return intercept(pool, 'connect', async () => {
    const client = await pool.connect();
    return intercept(client, 'query', (...query: unknown[]) => {
      const [first] = query;
      const batch = first instanceof Batch ? first.statements.map((one) => [one]) : [query];
      batches.push(batch.map(readQuery));
      return Reflect.apply(client.query, client, query);
    });
  });
}

function intercept<T extends object>(target: T, name: string, replacement: unknown): T {
  return new Proxy(target, {
    get(original, asked) {
      if (asked === name) return replacement;
      const found = Reflect.get(original, asked);
      return typeof found === 'function' ? found.bind(original) : found;
    },
  });
}

/** The driver accepts (text), (text, values) and ({ text, values }). */
function readQuery([query, values]: unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: listOf(values) };
  if (typeof query === 'object' && query !== null && 'text' in query) {
    const more = 'values' in query ? query.values : undefined;
    return { text: String(query.text), values: listOf(more) };
  }
  throw new Error('This kind of query cannot be recorded');
}

function listOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}
