import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type { ReportName, ReportRange } from '#contract/admin/reports.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';

/** The most rows of the report by product. The other products are summed in one more row, so that the total is complete. */
const MAX_PRODUCTS = 2_000;

type Row = Record<string, string | number | null>;

/** A report's rows by the keys of its columns. */
export function reportRows(name: ReportName, range: ReportRange) {
  return statement<Row>`${sql.raw(PLAN_EACH_TIME)} ${ROWS[name](range)}`;
}

const salesIn = ({ from, to }: ReportRange) => sql`report_sales(${from}::date, ${to}::date) sold`;

const ROWS: Record<ReportName, (range: ReportRange) => ReturnType<typeof sql>> = {
  sales: (range) => sql`
    select day::text, sum(orders)::integer as orders, sum(amount)::float8 as amount,
      sum(cancelled)::integer as cancelled
    from ${salesIn(range)} group by day order by day`,
  products: ({ from, to }) => sql`
    select case when min(place) > ${MAX_PRODUCTS} then 'All others' else min(product_name) end as product,
      sum(orders)::integer as orders, sum(pieces)::integer as pieces, sum(amount)::float8 as amount
    from (
      select product_name, sum(orders) as orders, sum(pieces) as pieces, sum(amount) as amount,
        row_number() over (order by sum(amount) desc, product_name, product_id) as place
      from report_products(${from}::date, ${to}::date) group by product_id, product_name
    ) sold
    group by least(place, ${MAX_PRODUCTS + 1}::bigint) order by min(place)`,
  payments: (range) => sql`
    select payment_method as method, sum(orders)::integer as orders, sum(amount)::float8 as amount
    from ${salesIn(range)} group by payment_method order by amount desc`,
  // Joined by the courier's id, because two couriers may have the same name.
  couriers: ({ from, to }) => sql`
    select couriers.name as courier, sum(delivered)::integer as delivered, sum(returned)::integer as returned,
      sum(lost)::integer as lost
    from report_parcels(${from}::date, ${to}::date) parcel join couriers on couriers.id = parcel.courier
    group by couriers.id order by sum(delivered + returned + lost) desc, couriers.name, couriers.id`,
  refunds: ({ from, to }) => sql`
    select india_day(at)::text as day, (count(*) filter (where online))::integer as online,
      coalesce(sum(amount) filter (where online), 0)::float8 as online_amount,
      (count(*) filter (where not online))::integer as by_hand,
      coalesce(sum(amount) filter (where not online), 0)::float8 as by_hand_amount, sum(amount)::float8 as amount
    from (
      select created_at as at, ${inRupees(sql`amount_paise`)} as amount, true as online from refunds
      where status <> 'failed' and (counts_test_money() or not is_test_payment(payment_id))
      union all
      select created_at, amount, false from manual_refunds
    ) refund
    where at >= india_midnight(${from}::date) and at < india_midnight(${to}::date + 1)
    group by 1 order by 1`,
};
