import { randomUUID } from 'node:crypto';
import { inTransaction } from '@aparajita/postgres/in-transaction';
import type pg from 'pg';
import { addDemoMessages } from '#server/contact/demo-messages.ts';
import { addDemoSubscribers } from '#server/newsletter/demo-subscribers.ts';
import { actAs, backdateRows, type DemoEvent } from './demo-events.ts';
import { type DemoShopper, orderEvents } from './order-events.ts';
import { planOrders } from './plan.ts';
import { remittanceEvents } from './remittances.ts';

export type DemoCustomer = {
  name: string;
  street: string;
  city: string;
  state: string;
  pin: string;
};

/** The demo has real money, or its sixty orders already; the message says which. */
export class DemoRefusedError extends Error {
  override name = 'DemoRefusedError';
}

/**
 * Fills the demo with sixty orders in every state, what couriers have paid for them, and the rows of other features.
 * Each order goes through the same functions as in the admin, so stock, cash and events agree; they are called in the
 * plan's order, and the times that they wrote are then changed to the plan's.
 *
 * @param client connected as the owner of the database, in no transaction.
 * @param staff the user id of the demo's owner, who is recorded as the author of all changes.
 * @throws DemoRefusedError.
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
    `select is_live_environment() as real, exists (select from orders where idempotency_key like 'demo-%') as filled`,
  );
  if (rows[0]?.real) throw new DemoRefusedError('This database has taken real money.');
  if (rows[0]?.filled) throw new DemoRefusedError('The demo has its orders already.');
}

async function receiveGoods(client: pg.ClientBase, staff: string): Promise<void> {
  await client.query(
    `insert into stock_movements (product_id, delta, reason, staff_id, note, at)
     select id, 60, 'received', $1, 'Delivery from the growers', now() - interval '70 days'
     from products where active order by id`,
    [staff],
  );
}
