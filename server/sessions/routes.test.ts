import { expect, test } from 'vitest';
import { openTestShop, send, type TestShopper } from '#test/shop.ts';
import { shortNetwork } from './routes.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36';

const shop = await openTestShop();

type Listed = { id: string; last_seen_at: string; current: boolean };

/** Signs in again, as from another device. */
async function signIn({ shopper, password }: TestShopper, userAgent: string) {
  const account = { email: shopper.email, password };
  const path = '/auth/v1/token?grant_type=password';
  const answer = await send(shop.app, 'POST', path, account, { 'user-agent': userAgent });
  expect(answer.status).toBe(200);
  const { access_token: token, refresh_token: refreshToken } = answer.body;
  const id = (await listOf(token)).find(({ current }) => current)?.id;
  return { token, refreshToken, id, path: `/api/sessions/${id}` };
}

const request = (token: string, method: string, path: string) =>
  send(shop.app, method, path, undefined, { authorization: `Bearer ${token}` });

const refresh = (refresh_token: string, headers = {}) =>
  send(shop.app, 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token }, headers);

async function listOf(token: string): Promise<Listed[]> {
  const { status, body } = await request(token, 'GET', '/api/sessions');
  expect(status).toBe(200);
  return body;
}

test('a shopper sees their sessions; a refresh updates a session’s device and time, other requests do not', async () => {
  const asha = await shop.newShopper();
  const { token, refreshToken } = await signIn(asha, FIREFOX);
  const [before, ...others] = await listOf(token);
  expect(before).toEqual({
    id: expect.any(String),
    device: 'Firefox on Linux',
    network: null,
    signed_in_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    last_seen_at: expect.any(String),
    current: true,
  });
  expect(others).toMatchObject([{ id: asha.shopper.sessionId, current: false }]);
  await request(token, 'GET', '/api/cart');
  expect((await listOf(token))[0]).toEqual(before);
  shop.setClockAhead(3_600_000 - 60_000);
  const refreshed = await refresh(refreshToken, { 'user-agent': CHROME });
  const [after] = await listOf(refreshed.body.access_token);
  shop.setClockAhead(0);
  expect(after).toMatchObject({ id: before?.id, device: 'Chrome on Android', current: true });
  expect(after?.last_seen_at).not.toBe(before?.last_seen_at);
});

test('an ended session is rejected at once; the others stay', async () => {
  const asha = await shop.newShopper();
  const lost = await signIn(asha, CHROME);
  const here = await signIn(asha, FIREFOX);
  expect((await request(here.token, 'DELETE', lost.path)).status).toBe(204);
  expect((await request(lost.token, 'GET', '/api/cart')).status).toBe(401);
  expect((await request(lost.token, 'GET', '/auth/v1/user')).status).toBe(403);
  expect((await refresh(lost.refreshToken)).status).toBe(400);
  expect((await asha.request('GET', '/api/cart')).status).toBe(200);
  expect(await request(here.token, 'DELETE', lost.path)).toMatchObject({
    status: 404,
    body: { error: { code: 'session_not_found' } },
  });
  const { rows } = await shop.db.owner.query(
    `select session_id, details from auth.audit_log where event = 'session_ended' and user_id = $1`,
    [asha.shopper.userId],
  );
  expect(rows).toEqual([{ session_id: lost.id, details: { by_session: here.id } }]);
});

test('a session that may be stolen does not end one that was signed in later, only itself', async () => {
  const asha = await shop.newShopper();
  // As if it had been signed in an hour earlier.
  await shop.db.owner.query(
    `update auth.sessions set amr = (
       select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - 3600)))
       from jsonb_array_elements(amr) proof
     ) where id = $1`,
    [asha.shopper.sessionId],
  );
  const owner = await signIn(asha, FIREFOX);
  for (let time = 0; time < 3; time += 1) {
    expect(await asha.request('DELETE', owner.path)).toMatchObject({
      status: 403,
      body: { error: { code: 'reauthentication_needed' } },
    });
  }
  expect((await request(owner.token, 'GET', '/api/cart')).status).toBe(200);
  const own = `/api/sessions/${asha.shopper.sessionId}`;
  expect((await asha.request('DELETE', own)).status).toBe(204);
  expect((await asha.request('GET', '/api/cart')).status).toBe(401);
});

test('a session that resets the password ends ten minutes after it began, not before', async () => {
  const asha = await shop.newShopper();
  const { id, path } = await signIn(asha, CHROME);
  await shop.db.owner.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,method}', '"recovery"') where id = $1`,
    [id],
  );
  const here = await signIn(asha, FIREFOX);
  expect(await request(here.token, 'DELETE', path)).toMatchObject({
    status: 409,
    body: { error: { code: 'session_resetting' } },
  });
  const { rows } = await shop.db.owner.query(
    `select ends_by = created_at + interval '10 minutes' and expires_at = ends_by as soon
     from auth.sessions where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ soon: true }]);
  await shop.db.owner.query(
    `update auth.sessions set created_at = created_at - interval '10 minutes' where id = $1`,
    [id],
  );
  expect((await request(here.token, 'DELETE', path)).status).toBe(204);
});

test.each([
  ['203.0.113.9', '203.0.x.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::6', '2001:db8::'],
  ['::1', '::'],
  [null, null],
])('the network of %s is shown as %s', (address, shown) => {
  expect(shortNetwork(address)).toBe(shown);
});
