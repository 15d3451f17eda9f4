import { createHash, randomUUID } from 'node:crypto';
import { inTransaction } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { DAY_MS } from '#domain/day.ts';
import { addDemoMessages } from '#server/contact/demo-messages.ts';
import { addDemoSubscribers } from '#server/newsletter/demo-subscribers.ts';
import { OperatorError } from '#server/operator-errors.ts';
import {
  actAs,
  backdateRows,
  type DemoEvent,
  type DemoShopper,
  orderEvents,
} from './order-events.ts';
import { planOrders } from './plan.ts';

export type DemoCustomer = {
  name: string;
  street: string;
  city: string;
  state: string;
  pin: string;
};

/**
 * Fills the demo with sixty orders in every state, what couriers have paid for them, and the rows of other features.
 * Each order goes through the same functions as in the admin, so stock, cash and events agree; they are called in the
 * plan's order, and the times that they wrote are then changed to the plan's.
 *
 * @param client connected as the owner of the database, in no transaction.
 * @param staff the user id of the demo's owner, who is recorded as the author of all changes.
 * @throws OperatorError if the database has taken real money, or has the sixty orders already.
 */
export async function fillDemo(
  client: pg.ClientBase,
  customers: readonly DemoCustomer[],
  staff: string,
): Promise<number> {
  const now = new Date();
  const planned = planOrders(now);
  return inTransaction(client, async () => {
    await assertNotFilled(client);
    await actAs(client, staff);
    await receiveGoods(client, staff);
    const shoppers = customers.map((customer, index) => shopperOf(customer, index));
    const events: DemoEvent[] = planned.flatMap((order, index) => {
      // Some customers order again: every third order is by one of the first five.
      const shopper = shoppers[index % 3 === 0 ? (index / 3) % 5 : index % shoppers.length];
      return shopper ? orderEvents(client, order, shopper, index) : [];
    });
    events.push(...(await remittanceEvents(client, now)));
    for (const { at, act } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      await act();
      await backdateRows(client, at);
    }
    // Otherwise undoing a step would send the email about an earlier one.
    await client.query('update order_events set mailed_at = at where shown_to_shopper');
    await addDemoMessages(client, shoppers, staff);
    await addDemoSubscribers(client, shoppers);
    // Days that were summed for the reports before have more orders now.
    await client.query('delete from report_days');
    return planned.length;
  });
}

function shopperOf(customer: DemoCustomer, index: number): DemoShopper {
  return {
    ...customer,
    id: randomUUID(),
    email: `${customer.name.toLowerCase().replace(/\W+/g, '.')}@demo.example`,
    phone: `98${String(20_000_000 + index * 417_263)}`,
  };
}

async function assertNotFilled(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ real: boolean | null; filled: boolean }>(
    `select (select live from payment_environment) as real, exists (select from orders where idempotency_key like 'demo-%') as filled`,
  );
  if (rows[0]?.real) throw new OperatorError('This database has taken real money.');
  if (rows[0]?.filled) throw new OperatorError('The demo has its orders already.');
}

async function receiveGoods(client: pg.ClientBase, staff: string): Promise<void> {
  await client.query(
    `insert into stock_movements (product_id, delta, reason, staff_id, note, at)
     select id, 60, 'received', $1, 'Delivery from the growers', now() - interval '70 days'
     from products where active order by id`,
    [staff],
  );
}

/** So many days ago the couriers paid what they had collected until then. */
const PAID_DAYS_AGO = [40, 12];

/** The couriers pay; the first one's older list has one amount too small. */
async function remittanceEvents(client: pg.ClientBase, now: Date): Promise<DemoEvent[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from couriers where active order by name limit 4',
  );
  return PAID_DAYS_AGO.flatMap((days) =>
    rows.map(({ id }, index): DemoEvent => {
      const at = new Date(now.getTime() - days * DAY_MS + index * 60_000);
      const reference = `UTR${at.toISOString().slice(0, 10).replaceAll('-', '')}${index + 1}`;
      const short = days === PAID_DAYS_AGO[0] && index === 0 ? 100 : 0;
      return { at, act: () => post(client, id, reference, short) };
    }),
  );
}

async function post(
  client: pg.ClientBase,
  courier: string,
  reference: string,
  short: number,
): Promise<void> {
  const { rows: lines } = await client.query<{ tracking_number: string; amount: number }>(OWED, [
    courier,
  ]);
  const [first] = lines;
  if (!first) return;
  first.amount -= short;
  const listed = JSON.stringify(lines.map((line, index) => ({ line: index + 1, ...line })));
  const hash = createHash('sha256').update(reference).digest();
  const { rows } = await client.query<{ outcome: string }>(POST, [
    courier,
    reference,
    hash,
    listed,
  ]);
  if (rows[0]?.outcome !== 'done') throw new Error(`${reference}: ${rows[0]?.outcome}`);
}

const OWED = `
  select tracking_number, cash.amount::float8 as amount
  from shipments join cod_collections cash using (order_id)
  where courier = $1 and shipments.state <> 'taken_back' and cash.state = 'due' order by handed_over_at, order_id`;

const POST = `
  select posted.outcome from (
    select remittance_fingerprint(array_agg(order_id || ' ' || amount::numeric(12, 2) || ' ' || pile)) as seen
    from match_remittance($1, $4, $3)
  ) preview, post_remittance($1, $2, $3, $4, preview.seen) posted`;
