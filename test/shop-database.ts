import { randomUUID } from 'node:crypto';
import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase, closeAfterFile, type TestDatabase } from '@aparajita/postgres/testing';
import { REQUEST_TIMEOUTS, type Timeouts } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import type { NewOrder } from '#contract/orders.ts';
import { createDatabase, type Database } from '#server/database/database.ts';
import { type Jobs, openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';

export type ShopDatabase = {
  db: TestDatabase;
  /** With the role shop_app, as the server uses it. */
  pool: pg.Pool;
  database: Database;
  /** With the role shop_worker. */
  workerDatabase: Database;
  jobs: Jobs;
};

type ShopDatabaseOptions = {
  size?: number;
  /** Those for requests by default, of which the shortest is 300 ms. */
  timeouts?: Timeouts;
};

/** The shop's database and functions without HTTP; closed and dropped after the file's last test. */
export async function openShopDatabase({
  size = 10,
  timeouts = REQUEST_TIMEOUTS,
}: ShopDatabaseOptions = {}): Promise<ShopDatabase> {
  const db = await cloneDatabase();
  const log = createLog('silent');
  const common = { connection: db.connection, pooled: false, size, timeouts, log };
  // A test that counts on as many connections as it needs opens them once, whatever the machine does meanwhile.
  const pool = openPool({ ...common, role: 'shop_app', idleMs: 0 });
  const workerPool = openPool({ ...common, role: 'shop_worker' });
  const jobs = await openJobs(pool, log);
  closeAfterFile(async () => {
    await jobs.stop();
    await Promise.all([pool.end(), workerPool.end()]);
    await db.drop();
  });
  return {
    db,
    pool,
    database: createDatabase({ pool, enter: 'session', prepare: true }),
    workerDatabase: createDatabase({ pool: workerPool, enter: 'system', prepare: true }),
    jobs,
  };
}

/** Connections with the role of staff, closed after the file. */
export function openStaffPool(
  { connection }: TestDatabase,
  size: number,
  timeouts = REQUEST_TIMEOUTS,
): pg.Pool {
  const common = { connection, pooled: false, log: createLog('silent') };
  const pool = openPool({ ...common, role: 'shop_staff', size, timeouts });
  closeAfterFile(() => pool.end());
  return pool;
}

/** Inserts an account with an open session straight into the tables. */
export async function insertShopper(owner: pg.Pool): Promise<Shopper> {
  const email = `${randomUUID()}@example.com`;
  const { rows } = await owner.query<{ user_id: string; session_id: string }>(
    `with newcomer as (
       insert into auth.users (email, created_at, updated_at) values ($1, now(), now()) returning id
     )
     insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
     select id, '[]', now(), now(), now() + interval '1 day', now() from newcomer
     returning user_id, id as session_id`,
    [email],
  );
  const [row] = rows;
  if (!row) throw new Error('No account was made');
  return { ...onBehalfOf(row.user_id), sessionId: row.session_id, email, fullName: 'Asha Rao' };
}

/** A cart item, added at `price` or at the product's current price. */
export type Line = { product_id: string; quantity: number; price?: number };

/** Fills a cart and saves an address; returns the order that its shopper would send. */
export async function readyToOrder(
  owner: pg.Pool,
  shopper: Shopper,
  lines: Line[],
): Promise<NewOrder> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
     values ($1, 'Asha Rao', '9876543210', '12 Hill Road', 'Mumbai', 'Maharashtra', '400050')
     returning id`,
    [shopper.userId],
  );
  const total = await fillCart(owner, shopper, lines);
  return { shipping_address_id: rows[0]?.id ?? '', payment_method: 'cod', total_amount: total };
}

/** Puts items into a cart and returns their total in rupees. */
export async function fillCart(owner: pg.Pool, shopper: Shopper, lines: Line[]): Promise<number> {
  const { rows } = await owner.query<{ total: number }>(
    `with line as (
       insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
       select $1, product.id, name, image, wanted.quantity, coalesce(wanted.price, product.price)
       from jsonb_to_recordset($2) as wanted (product_id text, quantity integer, price numeric)
       join products product on product.id = wanted.product_id
       returning quantity, price
     )
     select coalesce(sum(quantity * price), 0)::float as total from line`,
    [shopper.userId, JSON.stringify(lines)],
  );
  return rows[0]?.total ?? 0;
}

/** The error with which a promise rejects; fails when it resolves. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`This succeeded with ${JSON.stringify(outcome.value)}`);
}
