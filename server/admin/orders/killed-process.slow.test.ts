import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TIMING } from '#server/payments/context.ts';
import { startProcesses } from '#test/chaos/processes.ts';
import { openStatementProxy } from '#test/chaos/statement-proxy.ts';
import { signUp, type Visitor } from '#test/chaos/visitor.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';

/** Half of the orders are paid online. */
const ORDERS = 20;

/**
 * The statements of one order's transaction: the process is killed after each of them. Only a cancelled order that was
 * paid online has a second job, for its email after that for its refund.
 */
const STATEMENTS = [
  { words: 'insert into jobs.', times: 2 },
  { words: 'begin', times: 1 },
  { words: 'auth.enter_staff', times: 1 },
  { words: 'act_on_order', times: 1 },
  { words: 'insert into jobs.', times: 1 },
  { words: 'commit', times: 1 },
];

test('a process killed after any statement of a bulk request has done each order completely or not at all', async () => {
  const shop = await openPayingShop();
  const ids = await placeOrders(shop);
  const { host = '', port = 0, user = '', database = '' } = shop.db.connection;
  const proxy = await openStatementProxy({ host, port }, 'shop_staff');
  const processes = await startProcesses(1, {
    connection: { host: proxy.host, port, user, database },
    gateway: shop.settings,
    sandboxUrl: shop.sandbox.url,
    timing: TIMING,
    staff: true,
  });
  const url = () => processes.url(() => 0);
  const hire = async (role: string) => {
    const member = await signUp(() => url() ?? '');
    await shop.rows(
      'insert into staff (user_id, email, role) select id, email, $2 from auth.users where id = $1',
      [member.userId, role],
    );
    return member;
  };
  try {
    const requests = await requestsOf(shop, ids, await hire('packer'), await hire('owner'));
    for (const [place, { words, times }] of STATEMENTS.entries()) {
      const pid = processes.pid(0);
      // The checks of the two requests are transactions too; after them, each kill is one order later.
      proxy.stopAfter({ words, times, transaction: 3 + 2 * place }, () => processes.killOne(0));
      const answers = await requests();
      const facts = await factsOf(shop);
      expect(facts).toEqual(expectedOf(facts));
      expect(processes.kills(), words).toBe(place + 1);
      expect(answers.map(({ status }) => status)).toContain(-1);
      await until(async () => processes.pid(0) !== pid && url() !== undefined);
    }
    // Orders that a killed process still had locked were left out.
    await until(async () => {
      await requests();
      return (await factsOf(shop)).every(({ fulfilment }) => fulfilment !== 'confirmed');
    });
  } finally {
    await processes.stop();
    await proxy.close();
  }
  await shop.settle();
  const facts = await factsOf(shop);
  expect(facts).toEqual(expectedOf(facts));
  expect(facts.map(({ fulfilment }) => fulfilment)).toEqual(
    expect.arrayContaining(['shipped', 'cancelled']),
  );
  expect(await moneyAndStock(shop)).toEqual([]);
}, 240_000);

/** Places orders that can be packed, with payments that count as live. */
async function placeOrders(shop: PayingShop): Promise<string[]> {
  // One after the other: on a busy machine some of ten at once are told to try again.
  for (let n = 0; n < ORDERS / 2; n += 1) await pay(shop, await beginPaying(shop, [['1', 2]]));
  await shop.settle();
  const asha = await shop.newShopper();
  for (let n = 0; n < ORDERS / 2; n += 1)
    await submit(
      asha,
      await toCheckout(asha, [
        ['1', 1],
        ['2', 2],
      ]),
    );
  await shop.rows('alter table orders drop constraint orders_payment_mode_fkey');
  await shop.rows(`update orders set fulfilment = 'confirmed', confirmed_at = now(), version = 0`);
  await shop.rows(`update orders set payment_mode = 'live' where payment_mode is not null`);
  // Online and cash orders alternate.
  const placed = await shop.rows<{ id: string }>(
    'select id from orders order by row_number() over (partition by payment_method order by id), payment_method',
  );
  expect(placed).toHaveLength(ORDERS);
  return placed.map(({ id }) => id);
}

/** At the same time the packer hands all orders over in order, and the owner cancels them in reverse. */
async function requestsOf(shop: PayingShop, ids: string[], packer: Visitor, owner: Visitor) {
  const [courier] = await shop.rows<{ id: string }>('select id from couriers limit 1');
  const items = ids.map((id) => ({ id, version: 0 }));
  const handOver = {
    verb: 'hand_over',
    courier: courier?.id,
    items: items.map((item, n) => ({ ...item, tracking_number: `KILL${1000 + n}` })),
  };
  const cancel = { verb: 'cancel', reason: 'out_of_stock', items: items.toReversed() };
  return () =>
    Promise.all([
      packer.request('POST', '/api/admin/orders/actions', handOver),
      owner.request('POST', '/api/admin/orders/actions', cancel),
    ]);
}

type Facts = { fulfilment: string; online: boolean; pieces: number } & Record<string, unknown>;

/** The records of each order's steps. */
function factsOf(shop: PayingShop): Promise<Facts[]> {
  return shop.rows<Facts>(`
    select fulfilment, payment_id is not null as online, version, sold.pieces,
      (select coalesce(array_agg(kind order by id), '{}') from order_events
        where order_id = orders.id and kind in ('pack', 'hand_over', 'cancel')) as events,
      (select coalesce(array_agg(verb), '{}') from audit_log where subject_id = orders.id::text) as audited,
      (select count(*)::int from shipments where order_id = orders.id) as parcels,
      (select coalesce(sum(delta), 0)::int from stock_movements m join order_items i on i.id = m.order_item_id
        where i.order_id = orders.id) as restocked,
      (select coalesce(sum(amount_paise), 0)::int from refunds where refunds.payment_id = orders.payment_id) as refunded,
      (select count(*)::int from jobs.job join refunds on refunds.id::text = data ->> 'id'
        where name = 'payment-refund' and refunds.payment_id = orders.payment_id) as refund_jobs,
      (select count(*)::int from jobs.job where name = 'order-mail' and data ->> 'order_id' = orders.id::text) as emails,
      total_paise::int as total
    from orders cross join lateral (
      select sum(quantity)::int as pieces from order_items where order_id = orders.id
    ) sold
    order by orders.id`);
}

/** The records that each order's state requires. */
function expectedOf(facts: readonly Facts[]): Facts[] {
  return facts.map(({ fulfilment, online, pieces, total }) => {
    const cancelled = fulfilment === 'cancelled';
    const shipped = fulfilment === 'shipped';
    const done = cancelled || shipped;
    const verbs = shipped ? ['hand_over'] : cancelled ? ['cancel'] : [];
    return {
      fulfilment: done ? fulfilment : 'confirmed',
      online,
      version: done ? 1 : 0,
      pieces,
      events: shipped ? ['pack', ...verbs] : verbs,
      audited: verbs,
      parcels: shipped ? 1 : 0,
      restocked: cancelled ? pieces : 0,
      refunded: cancelled && online ? total : 0,
      refund_jobs: cancelled && online ? 1 : 0,
      emails: done ? 1 : 0,
      total,
    };
  });
}

/** Differences at the gateway, and between the stock and its movements. */
async function moneyAndStock(shop: PayingShop): Promise<unknown[]> {
  return shop.rows(`
    select 'payment' as what, orders.id::text from orders
    where payment_id is not null and (
      select coalesce(array_agg(amount), '{}') from sandbox_gateway.refunds refund
      where refund.payment_id = orders.payment_id
    ) <> case when fulfilment = 'cancelled' then array[total_paise] else '{}' end
    union all
    select 'stock', products.id from products left join stock_ledger on product_id = products.id
    group by products.id having sum(delta) is distinct from stock or stock < 0`);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}
