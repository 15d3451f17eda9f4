import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { Semaphore } from '@aparajita/postgres/semaphore';
import { sql } from 'kysely';
import {
  REPORTS,
  type Report,
  type ReportName,
  type ReportRange,
  type reportEndpoints,
} from '#contract/admin/reports.ts';
import { AppError } from '#contract/errors.ts';
import { type CsvCell, toCsv } from '#domain/csv.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Database } from '#server/database/database.ts';
import { inRupees } from '#server/database/money-sql.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';

export function reportHandlers(runExclusive: RunExclusive): Handlers<typeof reportEndpoints> {
  async function read(staff: StaffAccess, name: ReportName, range: ReportRange): Promise<Report> {
    await staff.check(); // only roles with reports may enter the queue
    const rows = await runExclusive(async () => {
      await sumDays(staff);
      return staff.rows(reportRows(name, range));
    });
    return reportTable(name, rows);
  }

  return {
    'GET /admin/reports/{name}': ({ staff, params: { name }, query }) => read(staff, name, query),
    // Read before the log's transaction: lists and packing wait for a transaction's connection.
    'GET /admin/reports/{name}/export': async ({ staff, params: { name }, query }) => {
      const { rows, totals } = await read(staff, name, query);
      await staff.transact((tx) =>
        writeAudit(tx, 'export_report', ['report', name], { after: query }),
      );
      const [, ...sums] = totals;
      return {
        filename: `${name}-${query.from}-to-${query.to}.csv`,
        csv: toCsv([
          REPORTS[name].columns.map((column) => column.name),
          ...rows,
          ['Total', ...sums],
        ]),
      };
    },
  };
}

type Row = Record<string, CsvCell>;

/** Converts rows by key to rows of cells, with rates and a row of totals. */
function reportTable(name: ReportName, rows: readonly Row[]): Report {
  const { columns } = REPORTS[name];
  const cells = (row: Row) =>
    columns.map(({ key, share }) => (share ? rateOf(row, ...share) : (row[key] ?? null)));
  const sum = (key: string) =>
    toRupees(rows.reduce((total, row) => total + toPaise(Number(row[key])), 0));
  const total: Row = Object.fromEntries(
    columns
      .filter(({ kind, overlaps }) => !overlaps && (kind === 'count' || kind === 'rupees'))
      .map(({ key }) => [key, sum(key)]),
  );
  return { rows: rows.map(cells), totals: cells(total) };
}

/** `part` ÷ (`part` + `rest`), to a tenth of a percent. */
function rateOf(row: Row, part: string, rest: string): number | null {
  const all = Number(row[part]) + Number(row[rest]);
  return all > 0 ? Math.round((Number(row[part]) / all) * 1000) / 1000 : null;
}

/** The most rows of the report by product. The other products are summed in one more row, so that the total is complete. */
const MAX_PRODUCTS = 2_000;

/** A report's rows by the keys of its columns. */
export function reportRows(name: ReportName, range: ReportRange) {
  return statement<Row>`${sql.raw(PLAN_EACH_TIME)} ${ROWS[name](range)}`;
}

/** A row for each day that has begun, also where nothing happened. */
const eachDay = ({ from, to }: ReportRange) => sql`
  generate_series(${from}::date, least(${to}::date, india_day(now())), interval '1 day') each (day)`;
const ofDays = ({ from, to }: ReportRange) => sql`day between ${from} and ${to}`;
const COUNTED = sql`(not test_money or counts_test_money())`;

const ROWS: Record<ReportName, (range: ReportRange) => ReturnType<typeof sql>> = {
  sales: (range) => sql`
    select each.day::date::text as day, coalesce(sum(orders), 0)::integer as orders,
      coalesce(sum(amount), 0)::float8 as amount, coalesce(sum(cancelled), 0)::integer as cancelled
    from ${eachDay(range)} left join report_sales sold on sold.day = each.day::date and ${COUNTED}
    group by each.day order by each.day`,
  products: (range) => sql`
    select case when min(place) > ${MAX_PRODUCTS} then 'All others' else min(product_name) end as product,
      sum(orders)::integer as orders, sum(pieces)::integer as pieces, sum(amount)::float8 as amount
    from (
      select product_name, sum(orders) as orders, sum(pieces) as pieces, sum(amount) as amount,
        row_number() over (order by sum(amount) desc, product_name, product_id) as place
      from report_products where ${ofDays(range)} and ${COUNTED} group by product_id, product_name
    ) sold
    group by least(place, ${MAX_PRODUCTS + 1}::bigint) order by min(place)`,
  payments: (range) => sql`
    select payment_method as method, sum(orders)::integer as orders, sum(amount)::float8 as amount
    from report_sales where ${ofDays(range)} and ${COUNTED} group by payment_method order by amount desc`,
  // Joined by the courier's id, because two couriers may have the same name.
  couriers: (range) => sql`
    select couriers.name as courier, sum(delivered)::integer as delivered, sum(returned)::integer as returned,
      sum(lost)::integer as lost
    from report_parcels parcel join couriers on couriers.id = parcel.courier
    where ${ofDays(range)}
    group by couriers.id order by sum(delivered + returned + lost) desc, couriers.name, couriers.id`,
  refunds: (range) => sql`
    select each.day::date::text as day, coalesce(online, 0) as online, coalesce(online_amount, 0) as online_amount,
      coalesce(by_hand, 0) as by_hand, coalesce(by_hand_amount, 0) as by_hand_amount, coalesce(amount, 0) as amount
    from ${eachDay(range)} left join (
      select india_day(at) as day, (count(*) filter (where online))::integer as online,
        coalesce(sum(amount) filter (where online), 0)::float8 as online_amount,
        (count(*) filter (where not online))::integer as by_hand,
        coalesce(sum(amount) filter (where not online), 0)::float8 as by_hand_amount, sum(amount)::float8 as amount
      from (
        select created_at as at, ${inRupees(sql`amount_paise`)} as amount, true as online from reported_refunds
        where ${COUNTED}
        union all
        select created_at, amount, false from manual_refunds
      ) refund
      where at >= india_midnight(${range.from}::date) and at < india_midnight(${range.to}::date + 1)
      group by 1
    ) refunded on refunded.day = each.day::date
    order by each.day`,
};

/** How long a report waits for earlier ones, in milliseconds. */
const MAX_WAIT_MS = 4_000;

const BUSY = {
  message: 'Another report or file is being made. Please try again in a moment.',
  retryAfter: 5,
};

/** Runs a statement that reads many rows, while no other such statement runs in this process. */
export type RunExclusive = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * A mutex for reports and exports of orders: one runs at a time, so that together they occupy only one of the staff's few
 * connections, even if a long one is reloaded several times. @throws AppError unavailable if the earlier ones took too
 * long.
 */
export function reportMutex(maxWaitMs = MAX_WAIT_MS): RunExclusive {
  const slots = new Semaphore(1);
  return async (read) => {
    if (!(await slots.acquire(performance.now() + maxWaitMs)))
      throw new AppError('unavailable', BUSY);
    try {
      return await read();
    } finally {
      slots.release();
    }
  };
}

/** Days per transaction, so that no lock is held for long. */
const DAYS_AT_ONCE = 20;

/** Sums the days for the reports, again those that have changed since. */
export async function sumDays(database: Pick<Database | StaffAccess, 'rows'>): Promise<void> {
  for (;;) {
    const [summed] = await database.rows(
      statement<{ days: number }>`select sum_days(${DAYS_AT_ONCE}) as days`,
    );
    if ((summed?.days ?? 0) < DAYS_AT_ONCE) return;
  }
}
