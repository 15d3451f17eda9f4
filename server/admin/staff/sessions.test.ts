import { generate } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNATTENDED_HEADER } from '#contract/admin/staff-endpoint.ts';
import type { Shopper } from '#server/shopper.ts';
import { refused } from '#test/checkout.ts';
import { openTestShop, send, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** When a session of staff has to show its second factor, and when it has to show it again. */
const shop = await openTestShop();
const HOURS_8 = 8 * 3600;
const stale = refused(403, 'stale_factor');

/** Moves a session's history this many seconds into the past. */
async function pass({ sessionId, userId }: Shopper, seconds: number): Promise<void> {
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
  await shop.db.owner.query(
    'update auth.factors set created_at = created_at - make_interval(secs => $2) where user_id = $1',
    [userId, seconds],
  );
}

describe('a staff session', () => {
  let packer: TestShopper;
  beforeEach(async () => {
    packer = await newStaff(shop, 'packer');
    expect((await look()).status).toBe(200);
  });
  const look = (headers: Record<string, string> = {}) =>
    packer.request('GET', '/api/admin/orders', undefined, headers);

  test('stays open while it is used, also long after the second factor was verified', async () => {
    for (const _ of ['once', 'again']) {
      await pass(packer.shopper, HOURS_8 - 60);
      expect((await look()).status).toBe(200);
    }
  });

  test('unused for eight hours must verify its second factor again, and works for shopping meanwhile', async () => {
    const { sessionId, userId } = packer.shopper;
    await pass(packer.shopper, HOURS_8 + 60);
    // Another session of the same member does not keep this one in use.
    await shop.db.owner.query(
      'insert into staff_sessions (session_id, user_id) values (gen_random_uuid(), $1)',
      [userId],
    );
    expect(await look()).toMatchObject(stale);
    expect((await packer.request('GET', '/api/cart')).status).toBe(200);
    await shop.db.owner.query(
      `update auth.sessions set amr = amr || jsonb_build_array(jsonb_build_object('method', 'totp',
         'timestamp', extract(epoch from now())::bigint)) where id = $1`,
      [sessionId],
    );
    expect((await look()).status).toBe(200);
  });

  test('is not kept in use by automatic requests of an open page', async () => {
    await pass(packer.shopper, HOURS_8 / 2);
    expect((await look({ [UNATTENDED_HEADER]: '1' })).status).toBe(200);
    await pass(packer.shopper, HOURS_8 / 2 + 60);
    expect(await look()).toMatchObject(stale);
  });
});

test('a further factor counts as shown when it is used, not when somebody with the unlocked phone adds it', async () => {
  const owner = await newStaff(shop, 'owner', { factor: false });
  let { token } = owner;
  const request = (method: string, path: string, body?: object) =>
    send(shop.app, method, path, body, { authorization: `Bearer ${token}` });
  const begin = async (friendly_name: string) =>
    (await request('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name })).body;
  async function verify({ id, totp }: { id: string; totp: { secret: string } }) {
    const { body: challenge } = await request('POST', `/auth/v1/factors/${id}/challenge`, {});
    const code = await generate({ secret: totp.secret });
    const answer = { challenge_id: challenge.id, code };
    token = (await request('POST', `/auth/v1/factors/${id}/verify`, answer)).body.access_token;
  }
  const invitation = { email: 'thief@example.com', role: 'owner' };
  const invite = () => request('POST', '/api/admin/staff/invitations', invitation);
  await verify(await begin('phone'));
  expect((await invite()).status).toBe(201);
  const second = await begin('second');
  await pass(owner.shopper, 601);
  expect(await invite()).toMatchObject(stale);
  await verify(second);
  expect(await invite()).toMatchObject(stale);
});

test('in demo mode an owner needs no second factor, but one that there is is required', async () => {
  const demo = await openTestShop({ staffFactor: false });
  const member = await newStaff(demo, 'owner', { factor: false });
  const invitation = { email: 'new@example.com', role: 'packer' };
  const invite = () => member.request('POST', '/api/admin/staff/invitations', invitation);
  expect((await member.request('GET', '/api/admin/staff')).status).toBe(200);
  expect((await invite()).status).toBe(201);
  await demo.db.owner.query(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, 'phone', 'totp', 'verified', now(), now())`,
    [member.shopper.userId],
  );
  expect(await invite()).toMatchObject(refused(401, 'not_signed_in'));
});
