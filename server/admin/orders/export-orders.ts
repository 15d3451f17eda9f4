import { sql } from 'kysely';
import type { OrderExportQuery } from '#contract/admin/order-list.ts';
import { AppError } from '#contract/errors.ts';
import { type CsvCell, toCsv } from '#domain/csv.ts';
import { dayInIndia } from '#domain/day.ts';
import { type Fulfilment, fulfilmentName } from '#domain/fulfilment.ts';
import { parseNumberList } from '#domain/number-list.ts';
import type { PaymentMethod, PaymentMode } from '#domain/order.ts';
import type { StaffRole } from '#domain/staff.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { RunExclusive } from '#server/admin/reports/routes.ts';
import type { Transaction } from '#server/database/database.ts';
import { inRupees } from '#server/database/money-sql.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import { findOrderIds } from './list-orders.ts';
import { CASH_PARCEL_RETURNS } from './order-sql.ts';

/** A file with more orders is refused as a whole, because nobody would notice that the last ones are missing. */
const MAX_ORDERS = 10_000;

type ExportedOrder = {
  order_number: string;
  day: string;
  fulfilment: Fulfilment;
  payment_mode: PaymentMode | null;
  payment_method: PaymentMethod;
  payment_id: string | null;
  total_amount: number;
  refunded: number;
  courier: string | null;
  tracking_number: string | null;
  full_name: string;
  postal_code: string;
  role: StaffRole;
};

/** @throws AppError invalid_input if there are too many orders. */
export async function exportOrders(
  staff: StaffAccess,
  runExclusive: RunExclusive,
  query: OrderExportQuery,
): Promise<{ filename: string; csv: string }> {
  await staff.check(); // only roles with exports may enter the queue
  const [row] = await runExclusive(() => staff.rows(exportedOrders(query)));
  const orders = row?.orders ?? [];
  if (orders.length > MAX_ORDERS) throw new AppError('invalid_input', TOO_MANY);
  // Read before the log's transaction: lists and packing wait for a transaction's connection.
  await staff.transact((tx) => logExport(tx, query, orders.length));
  return { filename: `orders-${dayInIndia(Date.now())}.csv`, csv: ordersCsv(orders) };
}

const TOO_MANY = {
  message: `There are more than ${MAX_ORDERS.toLocaleString('en-IN')} orders. Choose fewer days.`,
};

/** The orders as one JSON value, because the driver needs longer for many values than for parsing one. */
export function exportedOrders(query: OrderExportQuery) {
  return statement<{ orders: ExportedOrder[] | null }>`
    select json_agg(listed) as orders from (
      select orders.order_number, india_day(orders.created_at)::text as day, orders.fulfilment, orders.payment_mode,
        orders.payment_method, orders.payment_id, orders.total_amount,
        coalesce((
          select sum(${inRupees(sql`amount_paise`)}) from refunds
          where payment_id = orders.payment_id and status <> 'failed'
        ), 0) + coalesce((
          select sum(amount) from manual_refunds where order_id = orders.id
        ), 0) as refunded,
        couriers.name as courier, parcel.tracking_number, orders.shipping_address ->> 'full_name' as full_name,
        orders.shipping_address ->> 'postal_code' as postal_code, current_staff_role() as role
      from ${findOrderIds(query, MAX_ORDERS + 1)} with ordinality as found (id, place)
      join orders on orders.id = found.id
      ${CASH_PARCEL_RETURNS}
      left join couriers on couriers.id = parcel.courier
      order by found.place
    ) listed`;
}

/**
 * Writes the audit log, without the text of the search, which may be a name: the log is kept for good, and roles read it that
 * may not see names.
 */
function logExport(
  tx: Transaction,
  { queue, q = '', courier, ...filters }: OrderExportQuery,
  orders: number,
): Promise<void> {
  const numbers = parseNumberList(q);
  const searched = numbers ? { numbers: numbers.length } : { searched: true };
  const chosen = { ...filters, ...(courier && { courier_id: courier }), ...(q && searched) };
  return writeAudit(tx, 'export_orders', ['order_list', queue], { after: { ...chosen, orders } });
}

const PAYMENTS: Record<PaymentMethod, string> = { cod: 'Cash on delivery', razorpay: 'Online' };

const COLUMNS: { name: string; hidden?: StaffRole; cell: (order: ExportedOrder) => CsvCell }[] = [
  { name: 'Order', cell: (order) => order.order_number },
  { name: 'Date', cell: (order) => order.day },
  { name: 'State', cell: fulfilmentName },
  { name: 'Payment', cell: (order) => PAYMENTS[order.payment_method] },
  { name: 'Payment ID', cell: (order) => order.payment_id },
  { name: 'Total', cell: (order) => order.total_amount },
  { name: 'Refunded', cell: (order) => order.refunded },
  { name: 'Courier', cell: (order) => order.courier },
  { name: 'Tracking number', cell: (order) => order.tracking_number },
  { name: 'Name', hidden: 'accountant', cell: (order) => order.full_name },
  { name: 'PIN code', cell: (order) => order.postal_code },
];

/** One line per order. Without an order the role is unknown; then the heading names all columns. */
function ordersCsv(orders: readonly ExportedOrder[]): string {
  const columns = COLUMNS.filter(
    ({ hidden }) => hidden === undefined || hidden !== orders[0]?.role,
  );
  return toCsv([
    columns.map(({ name }) => name),
    ...orders.map((order) => columns.map(({ cell }) => cell(order))),
  ]);
}
