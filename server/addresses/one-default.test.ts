import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { insertShopper, openShopDatabase } from '#test/shop-database.ts';

const shop = await openShopDatabase({ timeouts: LONG_TIMEOUTS });

test('two tabs that set different defaults wait for each other, and neither fails', async () => {
  const { userId } = await insertShopper(shop.db.owner);
  const [home = '', office = ''] = await addresses(userId);
  // Both wait in the trigger, so each holds the locks that it took before.
  const lock = await holdLock(
    shop.db.owner,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [userId],
  );

  const saving = Promise.allSettled([
    makeDefault(userId, office),
    untilWaiting(shop.db.owner).then(() => makeDefault(userId, home)),
  ]);
  await untilWaiting(shop.db.owner, { count: 2 });
  await lock.release();

  expect(await saving).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 1 },
  ]);
  const { rows } = await shop.db.owner.query(
    'select id from addresses where user_id = $1 and is_default',
    [userId],
  );
  expect(rows).toEqual([{ id: home }]);
});

test('a new address that is not the default waits for nobody', async () => {
  const { userId } = await insertShopper(shop.db.owner);
  const lock = await holdLock(
    shop.db.owner,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [userId],
  );
  const [saved] = await addresses(userId, 'false').finally(lock.release);
  expect(saved).toBeDefined();
});

test('two tabs that save a default each leave one', async () => {
  const { userId } = await insertShopper(shop.db.owner);
  const lock = await holdLock(
    shop.db.owner,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [userId],
  );
  const saving = Promise.all([addresses(userId), addresses(userId)]);
  await untilWaiting(shop.db.owner, { count: 2 });
  await lock.release();
  expect((await saving).flat()).toHaveLength(4);
  const { rows } = await shop.db.owner.query(
    'select from addresses where user_id = $1 and is_default',
    [userId],
  );
  expect(rows).toHaveLength(1);
});

/** Two addresses, the first of them the default. */
async function addresses(userId: string, isDefault = 'n = 1'): Promise<string[]> {
  const { rows } = await shop.db.owner.query<{ id: string }>(
    `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, is_default)
     select $1, 'Asha Rao', '9876543210', '12 Hill Road', 'Mumbai', 'Maharashtra', '400050', ${isDefault}
     from generate_series(1, 2) n returning id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Like the shop, but without its retry. Returns how many rows were changed. */
async function makeDefault(userId: string, id: string): Promise<number | null> {
  const client = await shop.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('shop.user_id', $1, true)`, [userId]);
    const { rowCount } = await client.query(
      `update addresses set city = 'Pune', is_default = true where id = $1 and user_id = $2`,
      [id, userId],
    );
    await client.query('commit');
    return rowCount;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
