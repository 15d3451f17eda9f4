import { expect, test } from 'vitest';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

test('Today counts emails that became dead letters, and apart from them refunds and checks of payments', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  const { body: before } = await owner.request('GET', '/api/admin/today');
  expect(before).toMatchObject({ failed_mails: { count: 0 }, failed_payment_jobs: { count: 0 } });
  for (const from of [
    ...['order-mail', 'auth-mail', 'newsletter-letter', 'contact-message', 'payment-attention'],
    ...['payment-refund', 'payment-check'],
    ...['payment-reconcile', 'old-data-cleanup', 'report-days', null],
  ]) {
    await shop.db.owner.query('insert into jobs.job (name, source_name) values ($1, $2)', [
      DEAD_LETTER_QUEUE,
      from,
    ]);
  }
  const { body } = await owner.request('GET', '/api/admin/today');
  expect(body).toMatchObject({ failed_mails: { count: 5 }, failed_payment_jobs: { count: 2 } });
  for (const role of ['packer', 'accountant'] as const) {
    const { body: others } = await (await newStaff(shop, role)).request('GET', '/api/admin/today');
    expect(others).toMatchObject({ failed_mails: null, failed_payment_jobs: null });
  }
});

test('Today’s count of late parcels is the length of their list', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await fillOrders(shop.db.owner, 200);
  await shop.db.owner.query(`
    update orders set shipped_at = now() - interval '1 day' where fulfilment = 'shipped';
    update orders set shipped_at = now() - interval '8 days' where id in (
      select id from orders where fulfilment = 'shipped' order by id limit 3);
    update shipments set failed_attempts = 2 where order_id = (
      select id from orders where fulfilment = 'shipped' order by id desc limit 1)`);
  const { body: today } = await owner.request('GET', '/api/admin/today');
  const { body: list } = await owner.request('GET', '/api/admin/orders?queue=late');
  expect(today.late.count).toBeGreaterThanOrEqual(4);
  expect(list.orders).toHaveLength(today.late.count);
});

test('Today counts orders and their sum since midnight in India, without cancelled ones', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await fillOrders(shop.db.owner, 20);
  await shop.db.owner.query(`
    update orders set created_at = now() - interval '3 days';
    update orders set created_at = date_trunc('day', now(), 'Asia/Kolkata'), total_amount = 100, fulfilment = 'pending'
      where id in (select id from orders order by id limit 3);
    update orders set created_at = date_trunc('day', now(), 'Asia/Kolkata') - interval '1 second'
      where id = (select id from orders order by id desc limit 1)`);
  const { rows } = await shop.db.owner.query<{ cod: number }>(
    `select count(*)::int as cod from orders where total_amount = 100 and payment_method = 'cod'`,
  );
  const { body } = await owner.request('GET', '/api/admin/today');
  expect(body.today_so_far).toEqual({ orders: 3, amount: 300, cod: rows[0]?.cod });
  await shop.db.owner.query(
    `update orders set fulfilment = 'cancelled' where id = (select id from orders order by id limit 1)`,
  );
  const { body: later } = await owner.request('GET', '/api/admin/today');
  expect(later.today_so_far).toMatchObject({ orders: 2, amount: 200 });
  const { body: packer } = await (await newStaff(shop, 'packer')).request(
    'GET',
    '/api/admin/today',
  );
  expect(packer.today_so_far).toBeNull();
});

test('cash that came short, too much or is disputed stands in Today with the sum in question, and due cash apart', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await fillOrders(shop.db.owner, 200);
  await shop.db.owner.query(`
    delete from cod_collections;
    insert into cod_collections (order_id, amount, due_at, state, remitted_amount)
    select id, 500, now() + interval '7 days', state, remitted
    from (select id, row_number() over (order by id) as place from orders where payment_method = 'cod') numbered
    join (values (1, 'short', 300), (2, 'disputed', null), (3, 'disputed', 600), (4, 'due', null), (5, 'remitted', 500))
      found (place, state, remitted) using (place)`);
  const { body } = await owner.request('GET', '/api/admin/today');
  expect(body.cash_to_clear_up).toEqual({ count: 3, amount: 800 });
  const counts = async (role: 'packer' | 'accountant') =>
    (await (await newStaff(shop, role)).request('GET', '/api/admin/today')).body.cash_to_clear_up;
  expect(await counts('accountant')).toEqual({ count: 3, amount: 800 });
  expect(await counts('packer')).toBeNull();
});
