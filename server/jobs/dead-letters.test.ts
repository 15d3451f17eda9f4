import { expect, test } from 'vitest';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { DEAD_LETTER_QUEUE } from './queues.ts';

test('dead letters are counted on the first page of the owner', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  await shop.db.owner.query(`insert into jobs.job (name, source_name) values ($1, 'auth-mail')`, [
    DEAD_LETTER_QUEUE,
  ]);
  expect((await owner.ask('GET', '/api/admin/today')).body.failed_jobs).toEqual({ count: 1 });
});
