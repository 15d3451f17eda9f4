import { expect, test } from 'vitest';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

test('mails that were given up are counted, and refunds and checks of payments apart from them', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  const { body: before } = await owner.ask('GET', '/api/admin/today');
  expect(before).toMatchObject({ failed_mails: { count: 0 }, failed_payment_jobs: { count: 0 } });
  for (const from of [
    ...['order-mail', 'auth-mail', 'newsletter-letter', 'payment-attention'],
    ...['payment-refund', 'payment-check'],
    ...['payment-reconcile', 'old-data-cleanup', 'report-days', null],
  ]) {
    await shop.db.owner.query('insert into jobs.job (name, source_name) values ($1, $2)', [
      DEAD_LETTER_QUEUE,
      from,
    ]);
  }
  const { body } = await owner.ask('GET', '/api/admin/today');
  expect(body).toMatchObject({ failed_mails: { count: 4 }, failed_payment_jobs: { count: 2 } });
  for (const role of ['packer', 'accountant'] as const) {
    const { body: others } = await (await newStaff(shop, role)).ask('GET', '/api/admin/today');
    expect(others).toMatchObject({ failed_mails: null, failed_payment_jobs: null });
  }
});

test('the count of late parcels is the length of their list', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await fillOrders(shop.db.owner, 200);
  await shop.db.owner.query(`
    update orders set shipped_at = now() - interval '1 day' where fulfilment = 'shipped';
    update orders set shipped_at = now() - interval '8 days' where id in (
      select id from orders where fulfilment = 'shipped' order by id limit 3);
    update shipments set failed_attempts = 2 where order_id = (
      select id from orders where fulfilment = 'shipped' order by id desc limit 1)`);
  const { body: today } = await owner.ask('GET', '/api/admin/today');
  const { body: list } = await owner.ask('GET', '/api/admin/orders?queue=late');
  expect(today.late.count).toBeGreaterThanOrEqual(4);
  expect(list.orders).toHaveLength(today.late.count);
});
