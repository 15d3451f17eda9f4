import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import {
  MAX_AREAS,
  MIN_PARCELS_OF_AREA,
  type ReportName,
  type ReportRange,
} from '#contract/admin/reports.ts';
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

/** Joined by the courier's id, because two couriers may have the same name. */
const parcelsIn = ({ from, to }: ReportRange) => sql`
  report_parcels(${from}::date, ${to}::date) parcel join couriers on couriers.id = parcel.courier`;
const PARCEL_SUMS = sql`
  sum(delivered)::integer as delivered, sum(returned)::integer as returned, sum(lost)::integer as lost`;

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
  returns: (range) => sql`
    select to_char(day, 'YYYY-MM') as month, payment_method as method, sum(delivered)::integer as delivered,
      sum(returned)::integer as returned
    from ${salesIn(range)} group by 1, 2 having sum(delivered) + sum(returned) > 0 order by 1, 2`,
  return_areas: ({ from, to }) => sql`
    select case when min(place) > ${MAX_AREAS} then 'All others' else min(area) end as area,
      sum(handed_over)::integer as handed_over, sum(delivered)::integer as delivered,
      sum(returned)::integer as returned
    from (
      select area, handed_over, delivered, returned, row_number() over (
          order by delivered + returned < ${MIN_PARCELS_OF_AREA},
            returned / nullif(delivered + returned, 0)::float8 desc nulls last, returned desc, handed_over desc, area
        ) as place
      from report_areas(${from}::date, ${to}::date)
    ) sent
    group by least(place, ${MAX_AREAS + 1}::bigint) order by min(place)`,
  couriers: (range) => sql`
    select couriers.name as courier, ${PARCEL_SUMS} from ${parcelsIn(range)}
    group by couriers.id order by sum(delivered + returned + lost) desc, couriers.name, couriers.id`,
  courier_months: (range) => sql`
    select couriers.name as courier, to_char(day, 'YYYY-MM') as month, ${PARCEL_SUMS} from ${parcelsIn(range)}
    group by couriers.id, 2 order by couriers.name, couriers.id, 2`,
  hand_overs: ({ from, to }) => sql`
    select month, coalesce(handed_over, 0)::integer as handed_over, median, nine_of_ten,
      coalesce(confirmed, 0)::integer as confirmed, coalesce(unconfirmed, 0)::integer as unconfirmed
    from (
      select month, max(total) as handed_over, min(hours) filter (where so_far >= total * 0.5) as median,
        min(hours) filter (where so_far >= total * 0.9) as nine_of_ten
      from (
        select month, hours, sum(orders) over (partition by month order by hours) as so_far,
          sum(orders) over (partition by month) as total
        from report_hand_overs(${from}::date, ${to}::date)
      ) waited group by month
    ) sent
    full join (
      select to_char(day, 'YYYY-MM') as month, sum(confirmed) as confirmed, sum(unconfirmed) as unconfirmed
      from ${salesIn({ from, to })} where payment_method = 'cod' group by 1
      having sum(confirmed + unconfirmed) > 0
    ) in_cash using (month)
    order by month`,
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
  gateway: ({ from, to }) => sql`
    select india_day(at)::text as day, sum(greatest(total - paid, 0))::float8 as discounts,
      sum(greatest(paid - total, 0))::float8 as fees, sum(lost)::float8 as lost
    from (
      select created_at as at, total_amount as total, paid_amount as paid, 0 as lost from orders
      where paid_amount is not null and fulfilment not in ('cancelled', 'returned', 'lost')
        and (counts_test_money() or payment_mode = 'live')
      union all
      select changed_at, 0, 0, ${inRupees(sql`deducted_paise`)} from disputes
      where deducted_paise > 0 and (counts_test_money() or not is_test_payment(payment_id))
    ) difference
    where at >= india_midnight(${from}::date) and at < india_midnight(${to}::date + 1)
    group by 1 order by 1`,
};
