import { expect, test } from 'vitest';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

test('jobs that were given up are counted', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await shop.db.owner.query('insert into jobs.job (name) values ($1)', [DEAD_LETTER_QUEUE]);
  const { body } = await owner.ask('GET', '/api/admin/today');
  expect(body.failed_jobs).toEqual({ count: 1 });
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
