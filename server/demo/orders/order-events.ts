import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ManualRefundForm } from '#contract/admin/refunds.ts';
import { type StaffRequest, stepOfStaff } from '#server/admin/orders/apply-verb.ts';
import { addManualRefund } from '#server/admin/orders/refund-order.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { DemoCustomer } from './fill.ts';
import type { DemoVerb, PlannedOrder } from './plan.ts';

/** Something that happens to the demo, and when. */
export type DemoEvent = { at: Date; act: () => Promise<void> };

/** Makes the statements of this transaction act as an owner. */
export async function actAs(client: pg.ClientBase, staff: string): Promise<void> {
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
    [staff],
  );
}

/**
 * Sets the time of all rows that were written since the last event. Until then they have the time at which the transaction
 * began, `now()`.
 */
export async function backdateRows(client: pg.ClientBase, at: Date): Promise<void> {
  for (const [table, column] of TIMESTAMP_COLUMNS)
    await client.query(`update ${table} set ${column} = $1 where ${column} = now()`, [at]);
}

const TIMESTAMP_COLUMNS = [
  ['order_events', 'at'],
  ['audit_log', 'at'],
  ['stock_movements', 'at'],
  ['manual_refunds', 'created_at'],
  ['cod_remittances', 'posted_at'],
  ['shipments', 'handed_over_at'],
  ['orders', 'confirmed_at'],
  ['orders', 'packed_at'],
  ['orders', 'shipped_at'],
  ['orders', 'delivered_at'],
  ['orders', 'closed_at'],
];

export type DemoShopper = DemoCustomer & { id: string; email: string; phone: string };

/** The events of one order: it is placed, then staff act on it. `index` determines its products, courier and the like. */
export function orderEvents(
  client: pg.ClientBase,
  { placedAt, steps }: PlannedOrder,
  shopper: DemoShopper,
  index: number,
): DemoEvent[] {
  let id = '';
  const placed: DemoEvent = {
    at: placedAt,
    act: async () => {
      id = await placeOrder(client, placedAt, shopper, index);
    },
  };
  return [
    placed,
    ...steps.map(
      ({ verb, at }): DemoEvent => ({ at, act: () => applyDemoVerb(client, id, verb, index, at) }),
    ),
  ];
}

async function placeOrder(
  client: pg.ClientBase,
  placedAt: Date,
  shopper: DemoShopper,
  index: number,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(PLACE, [
    shopper.id,
    shopper.email,
    JSON.stringify({
      full_name: shopper.name,
      phone: shopper.phone,
      address_line1: shopper.street,
      address_line2: null,
      city: shopper.city,
      state: shopper.state,
      postal_code: shopper.pin,
      country: 'India',
    }),
    `demo-${randomUUID()}`,
    placedAt,
    index,
  ]);
  const [order] = rows;
  if (!order) throw new Error('No product is in stock');
  return order.id;
}

async function applyDemoVerb(
  client: pg.ClientBase,
  order: string,
  verb: DemoVerb,
  index: number,
  at: Date,
): Promise<void> {
  const tx: Pick<Transaction, 'rows'> = {
    rows: async (query) => (await client.query(query.sql, [...query.parameters])).rows,
  };
  if (verb === 'refund') {
    const { rows } = await client.query<ManualRefundForm>(REFUND, [order]);
    await addManualRefund(order, requireRow(rows), `demo-${order}`)(tx);
  } else {
    const values = [order, verb, index];
    const { rows } = await client.query<{ data: Omit<StaffRequest, 'verb'> }>(DATA, values);
    await stepOfStaff(order, { verb, ...requireRow(rows).data })(tx);
  }
  if (verb === 'deliver')
    await client.query(
      `update cod_collections set collected_at = $2, due_at = $2::timestamptz + interval '7 days' where order_id = $1`,
      [order, at],
    );
}

/** One or two products in turn, one to three pieces of each. */
const PLACE = `
  with chosen as (
    select id, name, image, price, mrp, 1 + ($6::integer + number) % 3 as quantity
    from (
      select *, row_number() over (order by id)::integer - 1 as number from products where active and stock > 5
    ) product
    where number = $6::integer % 6 or ($6::integer % 2 = 0 and number = ($6::integer * 5 + 1) % 6)
  ), placed as (
    insert into orders (
      user_id, email, order_number, total_amount, shipping_address, payment_method, idempotency_key, request_hash,
      created_at
    )
    select $1, $2, generate_order_number(), sum(price * quantity), $3::jsonb, 'cod', $4, 'demo', $5::timestamptz
    from chosen having count(*) > 0
    returning id
  ), item as (
    insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price, mrp)
    select placed.id, $1, chosen.id, name, image, quantity, price, mrp from placed, chosen
  ), sold as (
    update products set stock = products.stock - chosen.quantity from chosen where products.id = chosen.id
  )
  select id from placed`;

/** The parameters of a verb; most have none besides the version. The order's index makes tracking numbers unique. */
const DATA = `
  select jsonb_build_object('version', version) || case $2
    when 'hand_over' then jsonb_build_object(
      'courier', (select id from couriers where active order by name offset $3::integer % 4 limit 1),
      'tracking_number', 'DEMO' || lpad($3::text, 6, '0'))
    when 'cancel' then jsonb_build_object('reason', 'changed_mind')
    when 'attempt_failed' then jsonb_build_object('reason', (array['nobody_home', 'no_answer', 'later'])[1 + $3 % 3])
    when 'receive_back' then jsonb_build_object('good',
      (select jsonb_object_agg(id, quantity) from order_items where order_id = $1))
    when 'receive_return' then (
      select jsonb_build_object('good', jsonb_object_agg(id, quantity - 1), 'damaged', jsonb_object_agg(id, 1))
      from (select id, quantity from order_items where order_id = $1 order by quantity desc, id limit 1) item)
    else '{}' end as data
  from orders where id = $1`;

/** Refunds the returned pieces by UPI, or half of the order as goodwill if nothing was returned. */
const REFUND = `
  select version, coalesce(back, round(total_amount / 2))::float8 as amount, 'upi' as way,
    'UPI ' || right(order_number, 3) as reference, case when back is null then 'goodwill' else 'returned' end as reason
  from orders, lateral (
    select sum((good + damaged) * price) as back
    from returned_items join order_items item on item.id = order_item_id where item.order_id = orders.id
  ) returned
  where orders.id = $1`;
