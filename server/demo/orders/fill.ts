import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type PlannedOrder, planOrders } from './plan.ts';

export type DemoCustomer = {
  name: string;
  street: string;
  city: string;
  state: string;
  pin: string;
};

/** The demo has real money, or its sixty orders already; the message says which. */
export class DemoRefused extends Error {
  override name = 'DemoRefused';
}

/**
 * Fills the demo with sixty orders in every state. Each takes its way by the same function as in the admin, so stock,
 * cash and events agree; afterwards its instants are moved to where the plan has them.
 *
 * @param client connected as the owner of the database, in no transaction.
 * @param staff the user id of the demo's owner, who does the verbs.
 * @throws DemoRefused.
 */
export async function fillDemo(
  client: pg.ClientBase,
  customers: readonly DemoCustomer[],
  staff: string,
): Promise<number> {
  const planned = planOrders(new Date());
  await client.query('begin');
  try {
    await refuseTwice(client);
    await receiveGoods(client, staff);
    const shoppers = customers.map((customer, place) => ({
      ...customer,
      id: randomUUID(),
      email: `${customer.name.toLowerCase().replace(/\W+/g, '.')}@demo.example`,
      phone: `98${String(20_000_000 + place * 417_263)}`,
    }));
    for (const [place, order] of planned.entries()) {
      // Some come back: every third order is by one of the first five.
      const shopper = shoppers[place % 3 === 0 ? (place / 3) % 5 : place % shoppers.length];
      if (shopper) await placeAndMove(client, order, shopper, staff, place);
    }
    // Reports have summed days that have more orders now.
    await client.query('delete from report_days');
    await client.query('commit');
    return planned.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

type Shopper = DemoCustomer & { id: string; email: string; phone: string };

async function refuseTwice(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ real: boolean | null; filled: boolean }>(
    `select is_live_environment() as real, exists (select from orders where idempotency_key like 'demo-%') as filled`,
  );
  if (rows[0]?.real) throw new DemoRefused('This database has taken real money.');
  if (rows[0]?.filled) throw new DemoRefused('The demo has its orders already.');
}

async function receiveGoods(client: pg.ClientBase, staff: string): Promise<void> {
  await client.query(
    `insert into stock_movements (product_id, delta, reason, staff_id, note, at)
     select id, 60, 'received', $1, 'Delivery from the growers', now() - interval '70 days'
     from products where active order by id`,
    [staff],
  );
}

async function placeAndMove(
  client: pg.ClientBase,
  { placedAt, steps }: PlannedOrder,
  shopper: Shopper,
  staff: string,
  place: number,
): Promise<void> {
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
    place,
  ]);
  const [order] = rows;
  if (!order) throw new Error('No product is in stock');
  for (const [version, { verb, at }] of steps.entries()) {
    await client.query(AS_STAFF, [staff]);
    const { rows: acted } = await client.query<{ outcome: string; event: string }>(
      `select outcome, event from act_on_order($1, $2, $3, ${DATA})`,
      [order.id, version, verb, place],
    );
    if (acted[0]?.outcome !== 'done') throw new Error(`${verb}: ${acted[0]?.outcome}`);
    await client.query('update order_events set at = $2 where id = $1', [acted[0].event, at]);
  }
  await client.query(MOVE_INSTANTS, [order.id]);
}

const AS_STAFF = `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`;

/** One or two products in turn, one to three pieces of each. */
const PLACE = `
  with chosen as (
    select id, name, image, price, 1 + ($6::integer + number) % 3 as quantity
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
    insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
    select placed.id, $1, chosen.id, name, image, quantity, price from placed, chosen
  ), sold as (
    update products set stock = products.stock - chosen.quantity from chosen where products.id = chosen.id
  )
  select id from placed`;

/** What a verb asks for; most ask for nothing. Tracking numbers differ by the order's place. */
const DATA = `case $3
  when 'hand_over' then jsonb_build_object(
    'courier', (select id from couriers where active order by name offset $4::integer % 4 limit 1),
    'tracking_number', 'DEMO' || lpad($4::text, 6, '0'))
  when 'cancel' then jsonb_build_object('reason', 'changed_mind')
  when 'attempt_failed' then jsonb_build_object('reason', (array['nobody_home', 'no_answer', 'later'])[1 + $4 % 3])
  when 'receive_back' then jsonb_build_object('good',
    (select jsonb_object_agg(id, quantity) from order_items where order_id = $1))
  else '{}' end`;

/** Every instant of an order is that of its events. */
const MOVE_INSTANTS = `
  with at as (
    select kind, max(order_events.at) as at from order_events where order_id = $1 group by kind
  ), moved as (
    update orders set
      confirmed_at = case when confirmed_at is not null then (select min(at) from at where kind in ('confirm', 'pack')) end,
      packed_at = case when packed_at is not null then (select at from at where kind = 'pack') end,
      shipped_at = case when shipped_at is not null then (select at from at where kind = 'hand_over') end,
      delivered_at = (select at from at where kind = 'deliver'),
      closed_at = (select at from at where kind in ('cancel', 'receive_back', 'lose'))
    where id = $1
  ), parcel as (
    update shipments set handed_over_at = (select at from at where kind = 'hand_over') where order_id = $1
  ), returned as (
    update stock_movements set at = (select max(at) from at)
    where order_item_id in (select id from order_items where order_id = $1)
  ), noted as (
    update audit_log set at = (select at from at where kind = audit_log.verb)
    where subject_type = 'order' and subject_id = $1::text and exists (select from at where kind = audit_log.verb)
  )
  update cod_collections set
    collected_at = (select at from at where kind = 'deliver'),
    due_at = (select at from at where kind = 'deliver') + interval '7 days'
  where order_id = $1`;
