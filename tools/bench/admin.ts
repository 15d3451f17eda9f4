import { openPool } from '@aparajita/postgres/pool';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { OrderListQuery } from '#contract/admin/orders.ts';
import { REPORT_NAMES, REPORTS } from '#contract/admin/reports.ts';
import { findOrderIds, orderRows } from '#server/admin/orders/queries.ts';
import { searchTerms } from '#server/admin/orders/search-terms.ts';
import { reportRows } from '#server/admin/reports/queries.ts';
import { createLog } from '#server/log.ts';
import { fillOrders } from '#test/many-orders.ts';
import { insertShopper } from '#test/shop-database.ts';
import { cpuOf } from './processes.ts';
import { atMost, fixed, type Line, median, type Part, quantile } from './report.ts';
import { openBenchShop } from './shop.ts';

/** Fewer for a first look: BENCH_ORDERS=100000. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
/** A year of them. */
const MINUTES_APART = (365 * 24 * 60) / ORDERS;
const LIST_RUNS = 60;
const REPORT_RUNS = 7;

/** The lists of staff and the reports over a year of 1,000,000 orders, with the role and the row security of staff. */
export async function admin(): Promise<Part> {
  const shop = await openBenchShop('admin');
  try {
    const began = performance.now();
    await fillOrders(shop.owner, ORDERS, MINUTES_APART);
    const filled = performance.now();
    const days = await sumEveryDay(shop.owner);
    const summed = performance.now();
    await shop.owner.query('vacuum analyze');
    const { userId } = await insertShopper(shop.owner);
    await shop.owner.query(
      `insert into staff (user_id, email, role) values ($1, 'o@example.in', 'owner')`,
      [userId],
    );
    const pool = openPool({
      connection: shop.connection,
      role: 'shop_staff',
      pooled: false,
      size: 1,
      log: createLog('silent'),
    });
    const client = await pool.connect();
    await client.query('begin');
    await client.query(
      `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
      [userId],
    );
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const measure = (work: () => Promise<unknown>, runs: number) =>
      timed(work, runs, Number(rows[0].pid));
    const lines: Line[] = [];
    for (const [what, query] of Object.entries(await listQueries(shop.owner))) {
      const times = await measure(() => page(client, query), LIST_RUNS);
      lines.push(line(what, times, 20, 3));
    }
    for (const name of REPORT_NAMES) {
      const work = () => run(client, reportRows(name, yearUntilToday()));
      lines.push(line(`report: ${REPORTS[name].name}`, await measure(work, REPORT_RUNS), 1_000));
    }
    await client.query('rollback');
    client.release();
    await pool.end();
    return {
      title: `The admin with ${ORDERS.toLocaleString('en-US')} orders of one year`,
      lines,
      notes: [
        'A page of the list is two statements: the ids, then their rows. CPU is that of the PostgreSQL backend.',
        `Filled in ${fixed((filled - began) / 1000, 0)} s; ${days} days summed in ${fixed((summed - filled) / 1000, 1)} s, which the hourly job does once.`,
      ],
    };
  } finally {
    await shop.close();
  }
}

async function sumEveryDay(owner: pg.Pool): Promise<number> {
  for (let days = 0; ; ) {
    const { rows } = await owner.query<{ days: number }>('select sum_days(20) as days');
    const [{ days: done } = { days: 0 }] = rows;
    days += done;
    if (done === 0) return days;
  }
}

type Query = Parameters<typeof OrderListQuery.parse>[0] & object;

/** By queue, and by what is typed: a beginning that thousands share as well as what only one order has. */
async function listQueries(owner: pg.Pool): Promise<Record<string, Query>> {
  const { rows } = await owner.query<{ number: string; phone: string; name: string; id: string }>(`
    select order_number as number, shipping_address ->> 'phone' as phone, shipping_address ->> 'full_name' as name, id
    from orders order by created_at offset ${Math.floor(ORDERS * 0.345678)} limit 1`);
  const [{ number, phone, name, id } = { number: '', phone: '', name: '', id: '' }] = rows;
  return {
    'list: all': {},
    'list: to pack': { queue: 'to_pack' },
    'list: on the way': { queue: 'on_the_way' },
    'list: late': { queue: 'late' },
    'list: delivered': { queue: 'delivered' },
    'list: closed': { queue: 'closed' },
    'list: refunds': { queue: 'refunds' },
    'list: after two thirds of them': { after: id },
    'list: a product': { product: '6' },
    'list: cash, one day': { payment: 'cod', from: '2026-03-01', to: '2026-03-01' },
    'search: number': { q: number },
    'search: # and last six': { q: `#${number.slice(3)}` },
    'search: phone': { q: phone },
    'search: beginning of a phone': { q: phone.slice(4, 9) },
    'search: name': { q: name },
    'search: one common word': { q: 'asha' },
    'search: two common words': { q: 'asha mumbai' },
    'search: a common word, to pack': { q: 'asha', queue: 'to_pack' },
    'search: a tracking number': { q: 'TR123456' },
    'search: one letter': { q: 'a' },
    'search: nothing has it': { q: 'zzzz' },
  };
}

async function page(client: pg.PoolClient, query: Query): Promise<void> {
  const parsed = OrderListQuery.parse(query);
  const found = await run(
    client,
    findOrderIds(parsed, parsed.q ? searchTerms(parsed.q) : null, 51),
  );
  await run(client, orderRows(found.slice(0, 50).map(({ id }) => id)));
}

async function run<Row>(client: pg.PoolClient, { sql, parameters }: CompiledQuery<Row>) {
  const { rows } = await client.query<Row & pg.QueryResultRow>(sql, [...parameters]);
  return rows;
}

function yearUntilToday() {
  const day = (ms: number) => new Date(ms + 5.5 * 3_600_000).toISOString().slice(0, 10);
  return { from: day(Date.now() - 365 * 86_400_000), to: day(Date.now()) };
}

type Times = { ms: number[]; cpu: number };

async function timed(work: () => Promise<unknown>, runs: number, pid: number): Promise<Times> {
  await work(); // warms up
  const before = cpuOf(pid);
  const ms: number[] = [];
  for (let n = 0; n < runs; n++) {
    const began = performance.now();
    await work();
    ms.push(performance.now() - began);
  }
  return { ms, cpu: (cpuOf(pid) - before) / runs };
}

function line(what: string, { ms, cpu }: Times, bound: number, cpuBound?: number): Line {
  const p95 = quantile(ms, 0.95);
  return {
    what,
    value: `p50 ${fixed(median(ms), 1)} ms, p95 ${fixed(p95, 1)} ms`,
    beside: `CPU ${fixed(cpu, 1)} ms${cpuBound ? ` (≤ ${cpuBound})` : ''}`,
    target: atMost(Number(p95.toFixed(1)), bound, ' ms'),
  };
}
