import { beforeEach, describe, expect, test } from 'vitest';
import { UNATTENDED_HEADER } from '#contract/admin/unattended-header.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** A staff session that nobody uses for eight hours. */
const shop = await openTestShop();
const HOURS_8 = 8 * 3600;

let packer: TestShopper;
beforeEach(async () => {
  packer = await newStaff(shop, 'packer');
});

const look = (headers: Record<string, string> = {}) =>
  packer.request('GET', '/api/admin/orders', undefined, headers);

/** Moves the session's history this many seconds into the past. */
async function pass(seconds: number) {
  const { sessionId } = packer.shopper;
  await shop.db.owner.query(
    `update auth.sessions set amr = (
       select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - $2)))
       from jsonb_array_elements(amr) proof
     ) where id = $1`,
    [sessionId, seconds],
  );
  await shop.db.owner.query(
    'update staff_sessions set used_at = used_at - make_interval(secs => $2) where session_id = $1',
    [sessionId, seconds],
  );
}

const AWAY = { status: 403, body: { error: { code: 'stale_factor' } } };

describe('a staff session', () => {
  test('stays open while it is used, also long after the second factor was verified', async () => {
    for (let shift = 0; shift < 3; shift++) {
      expect((await look()).status).toBe(200);
      await pass(HOURS_8 - 60);
    }
    expect((await look()).status).toBe(200);
  });

  test('unused for eight hours must verify its second factor again, and works for shopping meanwhile', async () => {
    expect((await look()).status).toBe(200);
    await pass(HOURS_8 + 60);
    expect(await look()).toMatchObject(AWAY);
    expect(await packer.request('GET', '/api/admin/me')).toMatchObject(AWAY);
    expect((await packer.request('GET', '/api/cart')).status).toBe(200);
    await shop.db.owner.query(
      `update auth.sessions set amr = amr || jsonb_build_array(jsonb_build_object('method', 'totp',
         'timestamp', extract(epoch from now())::bigint)) where id = $1`,
      [packer.shopper.sessionId],
    );
    expect((await look()).status).toBe(200);
  });

  test('is not kept in use by automatic requests of an open page', async () => {
    expect((await look()).status).toBe(200);
    await pass(HOURS_8 / 2);
    expect((await look({ [UNATTENDED_HEADER]: '1' })).status).toBe(200);
    const stream = await shop.app.request('http://localhost:3000/api/admin/live', {
      headers: { host: 'localhost:3000', authorization: `Bearer ${packer.token}` },
    });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    await pass(HOURS_8 / 2 + 60);
    expect(await look()).toMatchObject(AWAY);
  });

  test('does not keep another session of the same member in use', async () => {
    const { rows } = await shop.db.owner.query('select gen_random_uuid() as id');
    expect((await look()).status).toBe(200);
    await pass(HOURS_8 + 60);
    await shop.db.owner.query('insert into staff_sessions (session_id, user_id) values ($1, $2)', [
      rows[0].id,
      packer.shopper.userId,
    ]);
    expect(await look()).toMatchObject(AWAY);
  });
});

test('concurrent requests are answered while one of them records the use of the session', async () => {
  const client = await shop.db.owner.connect();
  try {
    await client.query('begin');
    await client.query('select auth.enter_staff($1, $2, 0, null, true, null)', [
      packer.shopper.sessionId,
      packer.shopper.userId,
    ]);
    expect((await look()).status).toBe(200);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
