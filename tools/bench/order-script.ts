import pg from 'pg';
import * as z from 'zod';
import { insertAddress } from '#server/addresses/routes.ts';
import { addToCart } from '#server/cart/routes.ts';
import { createDatabase } from '#server/database/database.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { ADDRESS } from '#test/address.ts';
import { ORDERS_PER_ACCOUNT, type Product, SHOPPERS, totalOf } from './shoppers.ts';

/** The shop's own default. */
const UNPAID_LIMIT = 30;

/**
 * One order as a script that pgbench can repeat for ever: the shop's own code places it and its statements are recorded,
 * so that they cannot drift from what the shop does; the values of that order become variables. Statements that were
 * sent together are sent together here, too, except where pgbench must read a result (the new address's id, and the facts
 * of the order), which it can only do between batches. `variables` are options for pgbench, which itself can only set numbers.
 *
 * Expects a table `shopper (n, user_id, session_id)` of accounts.
 */
export async function orderScript(
  owner: pg.Pool,
  products: Product[],
): Promise<{ script: string; variables: string[] }> {
  const { batches, expressions } = await recordOrder(owner, products);
  const variables = ['--define=turn=0'];
  const expressionOf = (value: unknown) => {
    const expression = expressions.get(value) ?? `:fixed_${expressions.size}`;
    if (!expressions.has(value)) variables.push(`--define=${expression.slice(1)}=${value}`);
    expressions.set(value, expression);
    return expression;
  };
  const write = ({ text, values = [] }: pg.QueryConfig) =>
    text.trim().replace(/\$(\d+)/g, (_, n) => expressionOf(values[Number(n) - 1]));
  const together = (lines: string[]) => ['\\startpipeline', ...lines, '\\endpipeline'];

  const recorded = batches.flatMap((batch) => {
    const lines = batch.map((statement) => `${write(statement)};`);
    const read = batch.findIndex(({ text }) => /\binsert into addresses\b|\bas facts\b/.test(text));
    if (read < 0) return together(lines);
    const reading = lines[read]?.replace(/;$/, '');
    return [...together(lines.slice(0, read)), `${reading} \\gset read_`, ...lines.slice(read + 1)];
  });
  const choose = (index: string, pick: (product: Product) => string | number) =>
    `case ${products.map((product, n) => `when :${index} = ${n} then ${pick(product)}`).join(' ')} end`;
  const script = [
    '-- After so many orders the next account, as the shop’s shoppers do.',
    `\\if :turn % ${ORDERS_PER_ACCOUNT} = 0`,
    `\\set n :turn / ${ORDERS_PER_ACCOUNT} * ${SHOPPERS} + :client_id`,
    'select user_id as user, session_id as session from shopper where n = :n \\gset',
    '\\endif',
    `\\set first (:client_id + :turn) % ${products.length}`,
    `\\set second (:first + 1) % ${products.length}`,
    `\\set one ${choose('first', ({ id }) => id)}`,
    `\\set other ${choose('second', ({ id }) => id)}`,
    `\\set total (${choose('first', ({ price }) => price)}) + 2 * (${choose('second', ({ price }) => price)})`,
    '\\set key random(1000000000000000, 9000000000000000)',
    '\\set turn :turn + 1',
    ...recorded,
    '',
  ];
  return { script: script.join('\n'), variables };
}

/** The facts that the statement compares, and the others. */
const Ordered = z.object({ lines: z.unknown(), address: z.unknown() });
const OTHER_FACTS = `'{earlier,payments,open_orders,unpaid,cash_blocked,delivered,returned}'::text[]`;

const Account = z.object({ userId: z.string(), sessionId: z.string() });

/**
 * Places one order with the shop's own code, and returns its statements, batch by batch, and what stands for the values in
 * them that only this order has.
 */
async function recordOrder(owner: pg.Pool, [one, other]: Product[]) {
  if (!one || !other) throw new Error('There is nothing to buy');
  const { rows } = await owner.query(
    'select user_id as "userId", session_id as "sessionId" from shopper limit 1',
  );
  const account = Account.parse(rows[0]);
  const shopper = {
    ...onBehalfOf(account.userId),
    ...account,
    email: 'asha@example.com',
    fullName: 'Asha Rao',
  };
  const key = 'the-key-of-the-recorded-order';
  const total = totalOf(one, other);
  const batches: pg.QueryConfig[][] = [];
  let facts: unknown;
  let sending = false;
  const pool = new pg.Pool({ ...owner.options, max: 1 });
  pool.on('connect', (client) => {
    const { query } = client;
    const record = async (...call: unknown[]) => {
      const [config] = call;
      if (typeof config !== 'object' || config === null || !('text' in config))
        throw new Error('This kind of query cannot be recorded');
      // What is sent before PostgreSQL can have answered is one round trip.
      if (!sending) batches.push([]);
      sending = true;
      setImmediate(() => {
        sending = false;
      });
      batches.at(-1)?.push({ ...config, text: String(config.text) });
      const result: pg.QueryResult = await Reflect.apply(query, client, call);
      facts ??= result.rows[0]?.facts;
      return result;
    };
    Object.assign(client, { query: record });
  });
  const database = createDatabase({ pool, enter: 'session', prepare: true });
  const jobs = await openJobs(owner, createLog('warn'));
  try {
    await addToCart(database, shopper, { product_id: one.id, quantity: 1 });
    await addToCart(database, shopper, { product_id: other.id, quantity: 2 });
    const [saved] = await database.asShopperInTurn(shopper, insertAddress(shopper, ADDRESS));
    if (!saved) throw new Error('The address was not saved');
    const placed = await placeOrder(
      { database, jobs, terms: () => ({ unpaidUnits: UNPAID_LIMIT }) },
      shopper,
      { shipping_address_id: saved.id, payment_method: 'cod', total_amount: total },
      key,
    );
    const values = batches.flat().flatMap((statement) => statement.values ?? []);
    const lines = values.find((value) => /^\[\{.*"product_id":/.test(String(value)));
    if (!facts || !lines) throw new Error('What was decided is not in the statements');
    const expressions = new Map<unknown, string>([
      [account.userId, ':user'],
      [account.sessionId, ':session'],
      [saved.id, ':read_id'],
      [key, ':key'],
      [total, ':total'],
      [one.id, ':one'],
      [other.id, ':other'],
      [JSON.stringify(Ordered.parse(facts)), `(:read_facts::jsonb - ${OTHER_FACTS})`],
      [lines, `(:read_facts::jsonb -> 'lines')`],
      // pgbench cannot make UUIDs: the order's is its key, a number.
      [placed.id, "lpad(:key::text, 32, '0')::uuid"],
    ]);
    return { batches, expressions };
  } finally {
    await jobs.stop();
    await pool.end();
  }
}
