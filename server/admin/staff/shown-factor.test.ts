import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { openTestShop, send } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** An attacker with a staff member's unlocked phone: a session at aal2, and the mailbox. */
const shop = await openTestShop();

async function ownerWithApp() {
  const owner = await newStaff(shop, 'owner', { factor: false });
  const { userId, sessionId } = owner.shopper;
  let token = owner.token;
  const request = (method: string, path: string, body?: object) =>
    send(shop.app, method, path, body, { authorization: `Bearer ${token}` });

  const begin = async (friendly_name: string) =>
    (await request('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name })).body;
  async function show({ id, totp }: { id: string; totp: { secret: string } }) {
    const { body: challenge } = await request('POST', `/auth/v1/factors/${id}/challenge`, {});
    const code = await generate({ secret: totp.secret });
    const answer = await request('POST', `/auth/v1/factors/${id}/verify`, {
      challenge_id: challenge.id,
      code,
    });
    if (answer.status === 200) token = answer.body.access_token;
    return answer;
  }
  /** Moves all events into the past. */
  async function age(seconds: number) {
    await shop.db.owner.query(
      `update auth.sessions set amr = (
         select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - $2)))
         from jsonb_array_elements(amr) proof
       ) where id = $1`,
      [sessionId, seconds],
    );
    await shop.db.owner.query(
      `update auth.factors set created_at = created_at - make_interval(secs => $2) where user_id = $1`,
      [userId, seconds],
    );
  }
  const invite = () =>
    request('POST', '/api/admin/staff/invitations', { email: 'thief@example.com', role: 'owner' });

  expect((await show(await begin('phone'))).status).toBe(200);
  return { request, begin, show, age, invite };
}

test('with an emailed code an attacker cannot add a factor that counts as recently verified', async () => {
  const { request, age, begin, invite } = await ownerWithApp();
  expect((await invite()).status).toBe(201);
  await age(601);
  expect((await invite()).body.error).toMatchObject({ code: 'stale_factor' });
  const refused = { status: 400, body: { error_code: 'reauthentication_needed' } };
  expect(await request('GET', '/auth/v1/reauthenticate')).toMatchObject(refused);
  expect(await request('POST', '/auth/v1/reauthenticate', { nonce: '000000' })).toMatchObject(
    refused,
  );
  expect(await begin('of a thief')).toMatchObject(refused.body);
});

test('a further factor counts as verified when it is used, not when it is added', async () => {
  const { age, begin, show, invite } = await ownerWithApp();
  const second = await begin('second');
  await age(601);
  expect((await show(second)).status).toBe(200);
  expect((await invite()).body.error).toMatchObject({ code: 'stale_factor' });
});
