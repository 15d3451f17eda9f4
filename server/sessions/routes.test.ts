import { describe, expect, test } from 'vitest';
import { openTestShop, send, type TestShopper } from '#test/shop.ts';

const shop = await openTestShop();

type Listed = { id: string; device: string | null; network: string | null; current: boolean };

/** Signs in again, as from another device. */
async function signIn({ shopper, password }: TestShopper, userAgent: string) {
  const answer = await send(
    shop.app,
    'POST',
    '/auth/v1/token?grant_type=password',
    { email: shopper.email, password },
    { 'user-agent': userAgent },
  );
  expect(answer.status).toBe(200);
  const { access_token: token, refresh_token: refreshToken } = answer.body;
  return { token, refreshToken };
}

const request = (token: string, method: string, path: string) =>
  send(shop.app, method, path, undefined, { authorization: `Bearer ${token}` });

async function listOf(token: string): Promise<Listed[]> {
  const { status, body } = await request(token, 'GET', '/api/sessions');
  expect(status).toBe(200);
  return body;
}

async function ownId(token: string): Promise<string | undefined> {
  return (await listOf(token)).find(({ current }) => current)?.id;
}

/** As if the session had been signed in so many seconds earlier. */
async function age(id: string, seconds: number) {
  await shop.db.owner.query(
    `update auth.sessions set amr = (
       select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - $2)))
       from jsonb_array_elements(amr) proof
     ) where id = $1`,
    [id, seconds],
  );
}

test('a shopper sees their sessions, and which one is the current one', async () => {
  const asha = await shop.newShopper();
  const { token } = await signIn(asha, FIREFOX);
  const list = await listOf(token);
  expect(list).toHaveLength(2);
  expect(list[0]).toEqual({
    id: expect.any(String),
    device: 'Firefox on Linux',
    network: null,
    signed_in_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    last_seen_at: expect.any(String),
    current: true,
  });
  expect(list[1]).toMatchObject({ current: false });
});

test('a refresh updates a session’s device and time; other requests do not', async () => {
  const asha = await shop.newShopper();
  const { token, refreshToken } = await signIn(asha, FIREFOX);
  const [before] = await listOf(token);
  await request(token, 'GET', '/api/cart');
  expect((await listOf(token))[0]).toEqual(before);
  shop.setClockAhead(3_600_000 - 60_000);
  const refreshed = await send(
    shop.app,
    'POST',
    '/auth/v1/token?grant_type=refresh_token',
    { refresh_token: refreshToken },
    { 'user-agent': CHROME },
  );
  const [after] = await listOf(refreshed.body.access_token);
  shop.setClockAhead(0);
  expect(after).toMatchObject({ id: before?.id, device: 'Chrome on Android', current: true });
  expect(after).not.toMatchObject({ last_seen_at: Reflect.get(before ?? {}, 'last_seen_at') });
});

test('an ended session is rejected at once; the others stay', async () => {
  const asha = await shop.newShopper();
  const lost = await signIn(asha, CHROME);
  const id = await ownId(lost.token);
  const here = await signIn(asha, FIREFOX);
  const path = `/api/sessions/${id}`;
  expect((await request(here.token, 'DELETE', path)).status).toBe(204);
  expect((await request(lost.token, 'GET', '/api/cart')).status).toBe(401);
  expect((await request(lost.token, 'GET', '/auth/v1/user')).status).toBe(403);
  const body = { refresh_token: lost.refreshToken };
  const refreshed = await send(shop.app, 'POST', '/auth/v1/token?grant_type=refresh_token', body);
  expect(refreshed.status).toBe(400);
  expect((await asha.request('GET', '/api/cart')).status).toBe(200);
  expect(await request(here.token, 'DELETE', path)).toMatchObject({
    status: 404,
    body: { error: { code: 'session_not_found' } },
  });
  const { rows } = await shop.db.owner.query(
    `select session_id, details from auth.audit_log where event = 'session_ended' and user_id = $1`,
    [asha.shopper.userId],
  );
  expect(rows).toEqual([{ session_id: id, details: { by_session: await ownId(here.token) } }]);
});

describe('a session that may be stolen', () => {
  test('does not end one that was signed in later', async () => {
    const asha = await shop.newShopper();
    await age(asha.shopper.sessionId, 3600);
    const owner = await signIn(asha, FIREFOX);
    const id = await ownId(owner.token);
    for (let time = 0; time < 3; time += 1) {
      expect(await asha.request('DELETE', `/api/sessions/${id}`)).toMatchObject({
        status: 403,
        body: { error: { code: 'reauthentication_needed' } },
      });
    }
    expect((await request(owner.token, 'GET', '/api/cart')).status).toBe(200);
    const path = `/api/sessions/${asha.shopper.sessionId}`;
    expect((await request(owner.token, 'DELETE', path)).status).toBe(204);
  });

  test('ends itself', async () => {
    const asha = await shop.newShopper();
    await signIn(asha, FIREFOX);
    const own = `/api/sessions/${asha.shopper.sessionId}`;
    expect((await asha.request('DELETE', own)).status).toBe(204);
    expect((await asha.request('GET', '/api/cart')).status).toBe(401);
  });
});

test('a session that resets the password ends ten minutes after it began, not before', async () => {
  const asha = await shop.newShopper();
  const reset = await signIn(asha, CHROME);
  const id = await ownId(reset.token);
  await shop.db.owner.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,method}', '"recovery"') where id = $1`,
    [id],
  );
  const here = await signIn(asha, FIREFOX);
  expect(await request(here.token, 'DELETE', `/api/sessions/${id}`)).toMatchObject({
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
  expect((await request(here.token, 'DELETE', `/api/sessions/${id}`)).status).toBe(204);
});

test('nobody sees or ends another shopper’s session', async () => {
  const [asha, bina] = [await shop.newShopper(), await shop.newShopper()];
  const hers = asha.shopper.sessionId;
  expect((await bina.request('DELETE', `/api/sessions/${hers}`)).status).toBe(404);
  expect((await asha.request('GET', '/api/cart')).status).toBe(200);
  const seen = await listOf(bina.token);
  expect(seen.map(({ id }) => id)).toEqual([bina.shopper.sessionId]);
});

test('without a shopper the SQL functions show and end nothing', async () => {
  const asha = await shop.newShopper();
  const client = await shop.db.owner.connect();
  try {
    await client.query('begin; set local role shop_app');
    expect((await client.query('select * from auth.open_sessions()')).rows).toEqual([]);
    const ending = 'select auth.end_other_session($1, $1) as end';
    const { rows } = await client.query(ending, [asha.shopper.sessionId]);
    expect(rows).toEqual([{ end: 'none' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a session that needs a second factor sees and ends none', async () => {
  const asha = await shop.newShopper();
  await shop.db.owner.query(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, 'phone', 'totp', 'verified', now(), now())`,
    [asha.shopper.userId],
  );
  expect((await asha.request('GET', '/api/sessions')).status).toBe(401);
  const own = `/api/sessions/${asha.shopper.sessionId}`;
  expect((await asha.request('DELETE', own)).status).toBe(401);
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
