import type pg from 'pg';
import * as z from 'zod';
import { OrderList, type OrderListQuery } from '#contract/admin/order-list.ts';
import { REPORT_NAMES, REPORTS } from '#contract/admin/reports.ts';
import { DAY_MS, dayInIndia } from '#domain/day.ts';
import { fillOrders } from '#test/many-orders.ts';
import { type Account, openAccounts } from './accounts.ts';
import { Connection } from './connection.ts';
import { atMost, fixed, type Line, median, type Part, quantile } from './report.ts';
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
export async function admin(): Promise<Part> {
  return withBenchShop('admin', async (shop) => {
    const began = performance.now();
    await fillOrders(shop.owner, ORDERS, MINUTES_APART);
    const filled = performance.now();
    const days = await sumEveryDay(shop.owner);
    const summed = performance.now();
    await shop.owner.query('vacuum analyze');
    const [owner] = await openAccounts(shop.url, 1);
    if (!owner) throw new Error('There is no account');
    await shop.owner.query(
      `insert into staff (user_id, email, role) values ($1, 'o@example.in', 'owner')`,
      [owner.userId],
    );
    const request = await requestAs(shop, owner);
    const lines: Line[] = [];
    const lists = Object.entries(await listQueries(shop.owner)).map(
      ([what, query]) => [what, `/api/admin/orders?${new URLSearchParams(query)}`] as const,
    );
    // All of them before the first is measured, or it would include the JIT warm-up of the code that they share.
    for (const [, path] of lists)
      for (let n = 0; n < WARM_UP_RUNS; n++) OrderList.parse(JSON.parse(await request(path)));
    for (const [what, path] of lists)
      lines.push(line(what, await timed(shop, () => request(path), LIST_RUNS), 20, 3));
    const reports = REPORT_NAMES.map((name) => `/api/admin/reports/${name}?${yearUntilToday()}`);
    for (const [n, path] of reports.entries()) {
      const name = REPORTS[REPORT_NAMES[n] ?? 'sales'].name;
      const times = await timed(shop, () => request(path), REPORT_RUNS);
      lines.push(line(`report: ${name}`, times, 1_000));
    }
    return {
      title: `The admin with ${ORDERS.toLocaleString('en-US')} orders of one year`,
      lines,
      notes: [
        'A page as the browser gets it, over HTTP; CPU is that of the application and PostgreSQL together, from /proc.',
        `Filled in ${fixed((filled - began) / 1000, 0)} s; ${days} days summed in ${fixed((summed - filled) / 1000, 1)} s, which the hourly job does once.`,
      ],
    };
  });
}

/** Asks for a path of the API on one connection; rejects on another answer than 200. */
async function requestAs({ port }: BenchShop, { token }: Account) {
  const connection = await Connection.open(port);
  return async (path: string): Promise<string> => {
    const { status, body } = await connection.request(
      'GET',
      path,
      `Authorization: Bearer ${token}\r\n`,
      '',
    );
    if (status !== 200) throw new Error(`GET ${path} answered ${status} ${body}`);
    return body;
  };
}

async function sumEveryDay(owner: pg.Pool): Promise<number> {
  for (let days = 0; ; ) {
    const { rows } = await owner.query<{ days: number }>('select sum_days(20) as days');
    const [{ days: done } = { days: 0 }] = rows;
    days += done;
    if (done === 0) return days;
  }
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

type Times = { ms: number[]; cpu: { total: number; postgres: number } };

async function timed(shop: BenchShop, work: () => Promise<unknown>, runs: number): Promise<Times> {
  for (let n = 0; n < WARM_UP_RUNS; n++) await work();
  const ms: number[] = [];
  const { total, postgres } = await shop.cpuFor(async () => {
    for (let n = 0; n < runs; n++) {
      const began = performance.now();
      await work();
      ms.push(performance.now() - began);
    }
  });
  return { ms, cpu: { total: total / runs, postgres: postgres / runs } };
}

function line(what: string, { ms, cpu }: Times, bound: number, cpuBound?: number): Line {
  const p95 = quantile(ms, 0.95);
  return {
    what,
    value: `p50 ${fixed(median(ms), 1)} ms, p95 ${fixed(p95, 1)} ms`,
    comparison: `CPU ${fixed(cpu.total, 1)} ms${cpuBound ? ` (≤ ${cpuBound})` : ''}, PostgreSQL ${fixed(cpu.postgres, 1)}`,
    target: atMost(Number(p95.toFixed(1)), bound, ' ms'),
  };
}
