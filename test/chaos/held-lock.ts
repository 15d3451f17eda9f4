import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSettings } from '@aparajita/razorpay/sandbox';
import pg from 'pg';
import { TIMING } from '#server/payments/context.ts';
import { HOME } from '#test/checkout.ts';
import { startProcesses } from './processes.ts';
import type { ShopProcessOptions } from './shop-process.ts';
import { CONNECTIONS } from './sizes.ts';
import { signUpSeveral, type Visitor } from './visitor.ts';

type HeldLockOptions = {
  connection: ShopProcessOptions['connection'];
  /** The statement whose locks are held: run in a transaction that stays open. */
  hold: string;
  seconds: number;
  processes: number;
  /** How many shoppers order product 1, and how many repeatedly order others. */
  waiting: number;
  others: number;
};

/** `slowestMs` of all responses; `failed` are those that should not occur, as text. */
type Answers = { count: number; slowestMs: number; failed: string[] };

export type HeldLockResult = {
  /** Refusals to shoppers who want the locked product, by message and Retry-After. */
  refused: Answers & { sentences: Set<string>; retryAfter: Set<string | null> };
  /** Orders of other products placed meanwhile. */
  others: Answers;
  lists: Answers;
  ready: Answers;
  backends: { most: number; allowed: number };
  /** After the lock was released: seconds until the last of them had their order. */
  secondsToLastOrder: number;
  /** Differences between the tables and the responses to shoppers. */
  differences: string[];
};

/** How long after the release of the lock the last of them may have to wait. */
const SERVED_WITHIN_MS = 20_000;

const WANTED = '1';
const OTHERS = ['2', '3', '4', '5', '6'];

/**
 * Some shoppers want a product whose row is locked, others buy other products, and probes request the list and /readyz.
 */
export async function runHeldLock(options: HeldLockOptions): Promise<HeldLockResult> {
  const owner = new pg.Pool({ ...options.connection, max: 3 });
  await owner.query('update products set stock = 1000000');
  const processes = await startProcesses(options.processes, {
    connection: options.connection,
    gateway: sandboxSettings('held lock'),
    sandboxUrl: 'http://127.0.0.1:1', // nobody pays online in this test
    timing: TIMING,
  });
  let turn = 0;
  const url = () => processes.url((count) => turn++ % count) ?? '';
  const refused = {
    ...noAnswers(),
    sentences: new Set<string>(),
    retryAfter: new Set<string | null>(),
  };
  const others = noAnswers();
  const lists = noAnswers();
  const ready = noAnswers();
  const backends = { most: 0, allowed: options.processes * CONNECTIONS + 3 };
  const told = new Map<string, { key: string; user: string; quantity: number; product: string }>();
  const holder = new pg.Client(options.connection);
  try {
    const people = await signUpSeveral(url, options.waiting + options.others);
    const wanting = people.slice(0, options.waiting);
    const orders = await Promise.all(wanting.map((visitor) => fillCart(visitor, WANTED, 2)));
    await holder.connect();
    await holder.query('begin');
    await holder.query(options.hold);
    const until = performance.now() + options.seconds * 1000;
    const held = () => performance.now() < until;

    const waiting = wanting.map((visitor, n) => wait(visitor, orders[n] ?? null, until));
    const buying = people.slice(options.waiting).map((visitor, n) => buy(visitor, n, held));
    const probing = [
      probe(held, lists, '/api/products'),
      probe(held, ready, '/readyz'),
      count(held),
    ];
    await Promise.all([...buying, ...probing]);
    await holder.query('rollback');
    const givenUp = performance.now();
    await Promise.all(waiting);
    const secondsToLastOrder = (performance.now() - givenUp) / 1000;
    return {
      refused,
      others,
      lists,
      ready,
      backends,
      secondsToLastOrder,
      differences: await compare(),
    };
  } finally {
    await holder.end();
    await processes.stop();
    await owner.end();
  }

  /** Orders the locked product, with one idempotency key, until it succeeds. */
  async function wait(visitor: Visitor, order: Order | null, until: number): Promise<void> {
    const key = randomUUID();
    while (performance.now() < until + SERVED_WITHIN_MS) {
      const answer = await place(visitor, order, key);
      if (answer.status === 201) return note(visitor, answer.body.id, key, WANTED, 2);
      refused.count += 1;
      refused.slowestMs = Math.max(refused.slowestMs, answer.ms);
      if (answer.status === 503) {
        refused.sentences.add(answer.body.error.message);
        refused.retryAfter.add(answer.retryAfter);
      } else refused.failed.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(500); // sooner than Retry-After says
    }
    refused.failed.push(`no order within ${SERVED_WITHIN_MS} ms after the lock was given up`);
  }

  async function buy(visitor: Visitor, n: number, going: () => boolean): Promise<void> {
    for (let round = n; going(); round += 1) {
      const product = OTHERS[round % OTHERS.length] ?? '2';
      const key = randomUUID();
      const answer = await place(visitor, await fillCart(visitor, product, 1), key);
      others.slowestMs = Math.max(others.slowestMs, answer.ms);
      if (answer.status === 201) {
        others.count += 1;
        note(visitor, answer.body.id, key, product, 1);
      } else others.failed.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(100);
    }
  }

  function note(
    visitor: Visitor,
    id: string,
    key: string,
    product: string,
    quantity: number,
  ): void {
    if (told.has(id)) refused.failed.push(`two keys were answered with the order ${id}`);
    told.set(id, { key, user: visitor.userId, quantity, product });
  }

  async function probe(going: () => boolean, answers: Answers, path: string): Promise<void> {
    while (going()) {
      const began = performance.now();
      const answer = await fetch(url() + path);
      await answer.arrayBuffer();
      answers.count += 1;
      answers.slowestMs = Math.max(answers.slowestMs, performance.now() - began);
      if (answer.status !== 200) answers.failed.push(String(answer.status));
      await sleep(100);
    }
  }

  async function count(going: () => boolean): Promise<void> {
    while (going()) {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      backends.most = Math.max(backends.most, rows[0]?.count ?? 0);
      await sleep(200);
    }
  }

  async function compare(): Promise<string[]> {
    const { rows } = await owner.query<{ id: string; text: string }>(`
      select o.id, concat_ws(' ', o.idempotency_key, o.user_id, item.quantity, item.product_id) as text
      from orders o join order_items item on item.order_id = o.id`);
    const stored = new Map(rows.map(({ id, text }) => [id, text]));
    const differences: string[] = [];
    for (const [id, { key, user, quantity, product }] of told) {
      const text = [key, user, quantity, product].join(' ');
      if (stored.get(id) !== text) differences.push(`told ${text}, stored ${stored.get(id)}`);
    }
    for (const id of stored.keys()) if (!told.has(id)) differences.push(`nobody was told of ${id}`);
    const { rows: stocks } = await owner.query<{ id: string }>(`
      select id from products where stock <> 1000000 - coalesce((
        select sum(quantity) from order_items where product_id = products.id), 0)`);
    for (const { id } of stocks) differences.push(`the stock of ${id}`);
    return differences;
  }
}

/** The longest acceptable wait of a shopper, in milliseconds. */
const LONGEST_MS = 5_000;

/** Every violated expectation. */
export function judge({
  refused,
  others,
  lists,
  ready,
  backends,
  differences,
}: HeldLockResult): string[] {
  const broken = [...differences];
  for (const [name, answers] of Object.entries({ refused, others, lists, ready })) {
    for (const failure of new Set(answers.failed)) broken.push(`${name}: ${failure}`);
    if (answers.count === 0) broken.push(`${name}: nobody was answered`);
    if (answers.slowestMs > LONGEST_MS) broken.push(`${name}: one took ${answers.slowestMs} ms`);
  }
  for (const sentence of refused.sentences) {
    if (!sentence.includes('try again in a minute')) broken.push(`told: ${sentence}`);
  }
  if (refused.retryAfter.has(null)) broken.push('a refusal did not say when to come back');
  if (backends.most > backends.allowed) broken.push(`${backends.most} backends`);
  return broken;
}

type Order = { shipping_address_id: string; payment_method: 'cod'; total_amount: number };

/** Null when the cart refused it; then the order is refused with a reason. */
async function fillCart(
  { request, address }: Visitor,
  product: string,
  quantity: number,
): Promise<Order | null> {
  const { status, body } = await request('POST', '/api/cart/items', {
    product_id: product,
    quantity,
  });
  if (status !== 201) return null;
  return {
    shipping_address_id: await address(HOME),
    payment_method: 'cod',
    total_amount: body.price * quantity,
  };
}

function place({ request }: Visitor, order: Order | null, key: string) {
  return request('POST', '/api/orders', order, { 'idempotency-key': key });
}

function noAnswers(): Answers {
  return { count: 0, slowestMs: 0, failed: [] };
}
