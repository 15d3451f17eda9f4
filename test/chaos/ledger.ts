import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { AcknowledgedOrder } from './customer.ts';

/** Each of these counts must be 0. */
const DIFFERENCES: Record<string, string> = {
  'captured money without its order': `
    select count(*) from sandbox_gateway.payments p
    where status = 'captured' and not exists (select from orders where payment_id = p.id)`,
  'orders without captured money of their amount': `
    select count(*) from orders o left join sandbox_gateway.payments p on p.id = o.payment_id
    where payment_method = 'razorpay' and (p.status is distinct from 'captured' or p.amount <> o.paid_paise
      or p.amount - p.fee + p.discount <> o.total_paise)`,
  'orders of another shopper than paid': `
    select count(*) from orders o join payment_intents i on i.id = o.intent_id
    join sandbox_gateway.payments p on p.id = o.payment_id
    where i.user_id <> o.user_id or i.gateway_order_id <> p.order_id`,
  'checkouts with two orders': `
    select count(*) from (select 1 from orders where intent_id is not null group by intent_id having count(*) > 1) x`,
  'payments refunded twice': `
    select count(*) from (select 1 from sandbox_gateway.refunds group by payment_id having count(*) > 1) x`,
  'refunds that are not the whole payment': `
    select count(*) from sandbox_gateway.refunds r join sandbox_gateway.payments p on p.id = r.payment_id
    where r.amount <> p.amount`,
  'refunds not done': `select count(*) from refunds where status <> 'processed'`,
  'refunds the shop does not know': `
    select count(*) from sandbox_gateway.refunds r
    where not exists (select from refunds where gateway_refund_id = r.id)`,
  'checkouts that hold goods': 'select count(*) from payment_intents where holds_stock',
  'checkouts still open': `select count(*) from payment_intents where state = 'open'`,
  'disputes the shop does not know as the gateway does': `
    select count(*) from sandbox_gateway.disputes d
    where not exists (select from disputes where id = d.id
      and (status, deducted_paise) = (d.status, d.amount_deducted))`,
  'codes used otherwise than their orders say': `
    select count(*) from coupons
    where uses <> (select count(*) from orders where coupon_code = code and fulfilment <> 'cancelled')`,
  'products sold below nothing': 'select count(*) from products where stock < 0',
  'orders without exactly one confirmation': `
    select count(*) from orders o where (
      select count(*) from jobs.job where name = 'order-confirmation' and data ->> 'order_id' = o.id::text
    ) <> 1`,
  'paid orders without exactly one receipt': `
    select count(*) from orders o where payment_method = 'razorpay' and (
      select count(*) from jobs.job where name = 'payment-received' and data ->> 'order_id' = o.id::text
    ) <> 1`,
};

const SUMS: Record<string, string> = {
  'payments begun': 'select count(*) from payment_intents',
  'captures held': `select count(*) from sandbox_gateway.payments where status = 'captured'`,
  'orders paid online': `select count(*) from orders where payment_method = 'razorpay'`,
  'orders with cash': `select count(*) from orders where payment_method = 'cod'`,
  'captures given back': `select count(*) from sandbox_gateway.payments where status = 'refunded'`,
  'rupees held': `select coalesce(sum(amount), 0) / 100 from sandbox_gateway.payments where status = 'captured'`,
  'rupees paid for orders': `select coalesce(sum(paid_paise), 0) / 100 from orders where payment_method = 'razorpay'`,
  'orders with a discount code': 'select count(*) from orders where coupon_code is not null',
  'orders with an offer or a fee': `select count(*) from orders where paid_amount is not null`,
  'disputed payments': 'select count(*) from disputes',
  'events received': `select count(*) from jobs.job where name = 'payment-event'`,
};

export type Ledger = { sums: [string, number][]; differences: [string, number][] };

/** What was sold, captured and refunded, and every difference. */
export async function readLedger(
  owner: pg.Pool,
  stockBefore: Map<string, number>,
  told: readonly AcknowledgedOrder[],
): Promise<Ledger> {
  const number = async (question: string) => {
    const { rows } = await owner.query<Record<string, string>>(question);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  const sums: [string, number][] = [];
  for (const [name, question] of Object.entries(SUMS)) sums.push([name, await number(question)]);
  const differences: [string, number][] = [];
  for (const [name, question] of Object.entries(DIFFERENCES)) {
    differences.push([name, await number(question)]);
  }
  const dead = await owner.query<{ queue: string; jobs: number }>(
    `select source_name as queue, count(*)::int as jobs from jobs.job where source_name like 'payment-%' group by 1`,
  );
  for (const { queue, jobs } of dead.rows) differences.push([`jobs given up: ${queue}`, jobs]);
  const { rows } = await owner.query<{ id: string; stock: number; sold: number }>(`
    select id, stock, coalesce((select sum(quantity) from order_items where product_id = products.id), 0)::int as sold
    from products`);
  let lost = 0;
  for (const { id, stock, sold } of rows)
    lost += Math.abs((stockBefore.get(id) ?? 0) - sold - stock);
  differences.push(['pieces lost or found', lost]);
  sums.push(['orders shoppers were told of', new Set(told.map(({ order }) => order)).size]);
  differences.push(...(await compareWithTold(owner, told)));
  return { sums, differences: differences.filter(([, difference]) => difference !== 0) };
}

type Kept = { user: string; amount: string; address: object; method: string; paid: boolean };

/** Compares the responses to shoppers with the stored orders: owner, amount, address, and payment. */
async function compareWithTold(
  owner: pg.Pool,
  told: readonly AcknowledgedOrder[],
): Promise<[string, number][]> {
  const { rows } = await owner.query<Kept & { id: string }>(`
    select id, user_id as user, total_amount as amount, shipping_address as address, payment_method as method,
      payment_status = 'paid' as paid from orders`);
  const kept = new Map(rows.map((row) => [row.id, row]));
  const homes = new Map(told.map(({ user, address }) => [user, address]));
  const count = (differs: (told: AcknowledgedOrder, order: Kept) => boolean) =>
    told.filter((one) => {
      const order = kept.get(one.order);
      return order !== undefined && differs(one, order);
    }).length;
  return [
    [
      'orders shoppers were told of and that are not kept',
      told.filter(({ order }) => !kept.has(order)).length,
    ],
    ['orders of another shopper than was told', count((one, order) => one.user !== order.user)],
    [
      'orders for another amount than was told',
      count((one, order) => one.amount !== Number(order.amount)),
    ],
    ['orders paid otherwise than was told', count((one, order) => one.method !== order.method)],
    [
      'orders told to be paid that are not',
      count((one, order) => one.method === 'razorpay' && !order.paid),
    ],
    [
      'orders that go to another address than their shopper has',
      rows.filter(
        ({ user, address }) => homes.has(user) && !isDeepStrictEqual(address, homes.get(user)),
      ).length,
    ],
  ];
}
