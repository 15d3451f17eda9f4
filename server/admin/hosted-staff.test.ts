import { openPool } from '@aparajita/postgres/pool';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { beforeAll, expect, test } from 'vitest';
import { createStaffDatabase, type StaffDatabase } from '#server/database/staff-database.ts';
import { createLog } from '#server/log.ts';
import type { Shopper } from '#server/shopper.ts';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';

/** With a hosted account service, its token says whether a second factor was verified. */
let shop: ShopDatabase;
let staffDatabase: StaffDatabase;
let member: Shopper;

beforeAll(async () => {
  shop = await openShopDatabase();
  const pool = openPool({
    connection: shop.db.connection,
    role: 'shop_staff',
    pooled: false,
    size: 3,
    log: createLog('silent'),
  });
  closeAfterFile(() => pool.end());
  staffDatabase = createStaffDatabase({ pool, enter: 'token', requireFactor: true });
  member = await insertShopper(shop.db.owner);
  await shop.db.owner.query(`insert into staff (user_id, email, role) values ($1, $2, 'packer')`, [
    member.userId,
    member.email,
  ]);
});

const enter = (secondFactor: Shopper['secondFactor'], recentFactor?: true) =>
  staffDatabase
    .as(
      { ...member, ...(secondFactor && { secondFactor }) },
      { ...(recentFactor && { recentFactor }) },
    )
    .check();

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('a token without a second factor does not let staff in', async () => {
  await expect(enter(undefined)).rejects.toMatchObject({ code: 'factor_required' });
  await expect(enter({ shown: false, at: ago(5) })).rejects.toMatchObject({
    code: 'factor_required',
  });
});

test('an older second factor is enough to work, but not to refund money', async () => {
  await enter({ shown: true, at: ago(3600) });
  await enter({ shown: true, at: ago(60) }, true);
  await expect(enter({ shown: true, at: ago(601) }, true)).rejects.toMatchObject({
    code: 'stale_factor',
  });
  await expect(enter({ shown: true, at: null }, true)).rejects.toMatchObject({
    code: 'stale_factor',
  });
});

test('a token for an account that is not staff is refused', async () => {
  const other = await insertShopper(shop.db.owner);
  const access = staffDatabase.as({ ...other, secondFactor: { shown: true, at: ago(1) } }, {});
  await expect(access.check()).rejects.toMatchObject({ code: 'not_found' });
});
