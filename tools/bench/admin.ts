import type pg from 'pg';
import * as z from 'zod';
import { OrderList, type OrderListQuery } from '#contract/admin/order-list.ts';
import { REPORT_NAMES, REPORTS } from '#contract/admin/reports.ts';
import { DAY_MS, dayInIndia } from '#domain/day.ts';
import { fillOrders } from '#test/many-orders.ts';
import { atMost, median, p95, type Row } from './report.ts';
import { openConnection, openSessions } from './requests.ts';
import { type BenchShop, withBenchShop } from './shop.ts';

/** Fewer for a first look: BENCH_ORDERS=100000. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
/** A year of them. */
const MINUTES_APART = (365 * 24 * 60) / ORDERS;
const LIST_RUNS = 60;
const REPORT_RUNS = 7;
/** Before a page is measured: PostgreSQL plans a statement five times before it keeps a plan. */
const WARM_UP_RUNS = 6;

/** The lists of staff and the reports over a year of 1,000,000 orders, as the admin's pages ask for them. */
export async function admin(): Promise<Row[]> {
  return withBenchShop('admin', async (shop) => {
    await fillOrders(shop.owner, ORDERS, MINUTES_APART);
    await shop.owner.query('select sum_days(1000)'); // the days' sums, which an hourly job does
    await shop.owner.query('vacuum analyze');
    const request = await requestAsOwner(shop);
    const lists = Object.entries(await listQueries(shop.owner)).map(
      ([what, query]) => [what, `/api/admin/orders?${new URLSearchParams(query)}`] as const,
    );
    // All of them before the first is measured, or it would include the JIT warm-up of the code that they share.
    for (const [, path] of lists)
      for (let n = 0; n < WARM_UP_RUNS; n++) OrderList.parse(JSON.parse(await request(path)));
    const rows: Row[] = [];
    for (const [what, path] of lists)
      rows.push(row(what, await timed(shop, () => request(path), LIST_RUNS), 20, 3));
    for (const name of REPORT_NAMES) {
      const path = `/api/admin/reports/${name}?${yearUntilToday()}`;
      const times = await timed(shop, () => request(path), REPORT_RUNS);
      rows.push(row(`report: ${REPORTS[name].name}`, times, 1_000));
    }
    return rows;
  });
}

/** Opens the shop owner's account; the function asks for a path of the API and rejects on another answer than 200. */
async function requestAsOwner({ url, owner }: BenchShop) {
  const [session] = await openSessions(url, 1);
  await owner.query(
    `insert into staff (user_id, email, role) select id, 'o@example.in', 'owner' from auth.users`,
  );
  const connection = await openConnection(url);
  const headers = `Authorization: Bearer ${session?.access_token}\r\n`;
  return async (path: string): Promise<string> => {
    const { status, body } = await connection.request('GET', path, headers);
    if (status !== 200) throw new Error(`GET ${path} answered ${status} ${body}`);
    return body;
  };
}

type Query = Partial<Record<keyof OrderListQuery, string>>;

const Sample = z.object({
  number: z.string(),
  phone: z.string(),
  name: z.string(),
  id: z.string(),
});

/** By queue, and by what is typed: a beginning that thousands share as well as what only one order has. */
async function listQueries(owner: pg.Pool): Promise<Record<string, Query>> {
  const { rows } = await owner.query(`
    select order_number as number, shipping_address ->> 'phone' as phone, shipping_address ->> 'full_name' as name, id
    from orders order by created_at offset ${Math.floor(ORDERS * 0.345678)} limit 1`);
  const { number, phone, name, id } = Sample.parse(rows[0]);
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
    'search: three common words': { q: 'asha rao mumbai' },
    'search: a common word and a rare one': { q: `asha ${number}` },
    'search: a common word, to pack': { q: 'asha', queue: 'to_pack' },
    'search: a tracking number': { q: 'TR123456' },
    'search: one letter': { q: 'a' },
    'search: one digit': { q: '9' },
    'search: nothing has it': { q: 'zzzz' },
  };
}

function yearUntilToday(): string {
  const now = Date.now();
  const range = { from: dayInIndia(now - 365 * DAY_MS), to: dayInIndia(now) };
  return String(new URLSearchParams(range));
}

/** Milliseconds of each run, and the mean CPU milliseconds. */
type Times = { ms: number[]; app: number; postgres: number };

async function timed(shop: BenchShop, work: () => Promise<unknown>, runs: number): Promise<Times> {
  for (let n = 0; n < WARM_UP_RUNS; n++) await work();
  const ms: number[] = [];
  const { app, postgres } = await shop.cpuFor(async () => {
    for (let n = 0; n < runs; n++) {
      const began = performance.now();
      await work();
      ms.push(performance.now() - began);
    }
  });
  return { ms, app: app / runs, postgres: postgres / runs };
}

function row(what: string, { ms, app, postgres }: Times, bound: number, cpuBound?: number): Row {
  const slowest = p95(ms).toFixed(1);
  const aim = cpuBound ? ` (≤ ${cpuBound})` : '';
  return {
    what,
    measured: `p50 ${median(ms).toFixed(1)} ms, p95 ${slowest} ms`,
    comparedWith: `CPU ${(app + postgres).toFixed(1)} ms${aim}, PostgreSQL ${postgres.toFixed(1)}`,
    target: atMost(Number(slowest), bound, ' ms'),
  };
}
