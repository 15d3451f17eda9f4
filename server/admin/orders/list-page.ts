import { sql } from 'kysely';
import type { OrderListQuery } from '#contract/admin/order-list.ts';
import type { StaffRole } from '#domain/staff.ts';
import { statement } from '#server/database/tables.ts';
import { findOrderIds } from './find-order-ids.ts';
import { CASH_SETTLED, ORDER_COLUMNS, RETURN_FACTS } from './order-sql.ts';
import type { StoredRow } from './stored-order.ts';

/** A page as the statement returns it: for each table one JSON array with the rows of all orders; null for no rows. */
type StoredPage = {
  role: StaffRole;
  /** In the order of the queue. */
  ids: string[];
  orders: OrderColumns[] | null;
  items: (WithOrderId & StoredRow['items'][number])[] | null;
  /** One for each order that was handed over. */
  parcels: (WithOrderId & ParcelColumns)[] | null;
  /** Orders whose cash was paid to the shop, is disputed or was refunded. */
  settled: string[] | null;
  returns: (WithOrderId & ReturnColumns)[] | null;
};

type WithOrderId = { order_id: string };
type ParcelColumns = Pick<StoredRow, 'courier' | 'tracking_number' | 'failed_attempts'>;
type ReturnColumns = Pick<StoredRow, 'returned_pieces' | 'last_of_return' | 'refund_declinable'>;
type OrderColumns = Omit<
  StoredRow,
  'role' | 'items' | 'cash_settled' | keyof ParcelColumns | keyof ReturnColumns
>;

/**
 * Up to `limit` orders of a list. Each table is read once for the whole page: subqueries for each order take twice as
 * long. JSON, because the driver needs longer for a thousand values than for parsing one.
 */
export function listPage(query: OrderListQuery, limit: number) {
  const ids = sql`(select ids from found)::uuid[]`;
  return statement<StoredPage>`
    with found as materialized (
      select array(
        select id from ${findOrderIds(query, limit)} with ordinality as each (id, place) order by place
      ) as ids
    )
    select current_staff_role() as role, to_json(${ids}) as ids, (
      select json_agg(listed) from (
        select ${ORDER_COLUMNS},
          coalesce(case fulfilment
            when 'confirmed' then confirmed_at when 'packed' then packed_at
            when 'shipped' then shipped_at when 'returning' then shipped_at
            when 'delivered' then delivered_at when 'pending' then created_at else closed_at
          end, created_at) as since
        from orders where id = any(${ids})
      ) listed
    ) as orders, (
      select json_agg(item) from (
        select order_id, product_id, product_name, quantity from order_items
        where order_id = any(${ids}) order by product_id
      ) item
    ) as items, (
      select json_agg(parcel) from (
        select latest.order_id, couriers.name as courier, latest.tracking_number, latest.failed_attempts from (
          select distinct on (order_id) order_id, courier, tracking_number, failed_attempts from shipments
          where order_id = any(${ids}) and state <> 'taken_back' order by order_id, handed_over_at desc, id
        ) latest
        join couriers on couriers.id = latest.courier
      ) parcel
    ) as parcels, (
      select json_agg(order_id) from (
        select order_id from cod_collections where order_id = any(${ids}) and ${CASH_SETTLED}
        union all
        select order_id from manual_refunds where order_id = any(${ids})
      ) settled
    ) as settled, (
      select json_agg(returned) from (
        select orders.id as order_id, returned_pieces, ${RETURN_FACTS}
        from orders join (
          select order_id, sum(good + damaged)::integer as returned_pieces from returned_items
          where order_id = any(${ids}) group by order_id
        ) returned on returned.order_id = orders.id
        where fulfilment = 'delivered'
      ) returned
    ) as returns`;
}

/** The rows of a page, in its order. */
export function rowsOfPage({ role, ids, orders, items, parcels, settled, returns }: StoredPage) {
  const orderOf = new Map(orders?.map((order) => [order.id, order]));
  const itemsOf = Map.groupBy(items ?? [], ({ order_id }) => order_id);
  const parcelOf = new Map(parcels?.map((parcel) => [parcel.order_id, parcel]));
  const settledIds = new Set(settled);
  const returnOf = new Map(returns?.map((returned) => [returned.order_id, returned]));
  return ids.flatMap((id): StoredRow[] => {
    const order = orderOf.get(id);
    if (!order) return [];
    const { courier, tracking_number, failed_attempts } = parcelOf.get(id) ?? NO_PARCEL;
    return [
      {
        ...order,
        ...(returnOf.get(id) ?? NOTHING_RETURNED),
        role,
        items: itemsOf.get(id)?.map(({ order_id, ...item }) => item) ?? [],
        courier,
        tracking_number,
        failed_attempts,
        cash_settled: settledIds.has(id),
      },
    ];
  });
}

const NO_PARCEL: ParcelColumns = { courier: null, tracking_number: null, failed_attempts: 0 };

const NOTHING_RETURNED: ReturnColumns = {
  returned_pieces: 0,
  last_of_return: null,
  refund_declinable: false,
};
