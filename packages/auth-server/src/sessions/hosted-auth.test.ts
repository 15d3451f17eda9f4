import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { ISSUER, openTestAccounts } from '#auth-server-test/accounts.ts';
import { createHostedAuthenticator } from './hosted-auth.ts';

// Our own service plays the hosted one: reachable only over the network, with a database the shop cannot see.
const accounts = await openTestAccounts();
const app = new Hono().route('/auth/v1', accounts.auth.routes);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
const jwksUrl = `${origin}/auth/v1/.well-known/jwks.json`;
afterAll(() => void server.close());

const authenticate = createHostedAuthenticator({ issuer: ISSUER, jwksUrl, clock: accounts.now });

test('a shopper of a hosted service is authenticated by its published keys', async () => {
  const { email, id } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const shopper = await authenticate(`Bearer ${access_token}`);
  expect(shopper).toMatchObject({ userId: id, email, fullName: 'Asha Rao' });
  expect(shopper).toEqual({
    ...(await accounts.auth.authenticate(`Bearer ${access_token}`)),
    secondFactor: { shown: false, at: null },
  });
});

test('tokens of any other service are refused', async () => {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const other = createHostedAuthenticator({
    issuer: 'https://other.example',
    jwksUrl,
    clock: accounts.now,
  });
  const late = createHostedAuthenticator({
    issuer: ISSUER,
    jwksUrl,
    clock: () => accounts.now() + 3_600_000,
  });
  const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  const asked: [typeof authenticate, string | undefined][] = [
    [other, `Bearer ${access_token}`],
    [late, `Bearer ${access_token}`],
    [authenticate, `Bearer ${head}.e30.AA`],
    [authenticate, `Bearer ${unsigned}.${access_token.split('.')[1]}.AA`],
    [authenticate, undefined],
  ];
  for (const [request, header] of asked) {
    await expect(request(header)).rejects.toMatchObject({ name: 'NotSignedInError' });
  }
});

test('an unreachable hosted service signs nobody out', async () => {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  for (const unreachable of [
    'http://127.0.0.1:9/jwks.json',
    `${origin}/auth/v1/nowhere`,
    `${origin}/auth/v1/settings`,
  ]) {
    const asking = createHostedAuthenticator({
      issuer: ISSUER,
      jwksUrl: unreachable,
      clock: accounts.now,
    });
    await expect(asking(`Bearer ${access_token}`)).rejects.toMatchObject({
      name: 'AccountsUnavailableError',
    });
  }
});

test('known keys are used for a day while the service is unreachable, and unknown ones are not guessed', async () => {
  let ahead = 0;
  let unreachable = false;
  let asked = 0;
  const front = new Hono().get('/jwks.json', async (c) => {
    asked += 1;
    return unreachable ? c.text('gone', 502) : app.request('/auth/v1/.well-known/jwks.json');
  });
  const gate = serve({ fetch: front.fetch, port: 0, hostname: '127.0.0.1' });
  await once(gate, 'listening');
  const at = gate.address();
  const clock = () => accounts.now() + ahead;
  const known = createHostedAuthenticator({
    issuer: ISSUER,
    jwksUrl: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/jwks.json`,
    clock,
  });
  const { email } = await accounts.newUser();
  const tokens = [];
  for (let i = 0; i < 3; i += 1) tokens.push((await accounts.signIn(email)).access_token);
  const [first = '', second = '', third = ''] = tokens;

  await known(`Bearer ${first}`);
  expect(asked).toBe(1);
  unreachable = true;
  // Known keys need no request; a token of another key cannot be judged while the service is unreachable.
  await known(`Bearer ${second}`);
  expect(asked).toBe(1);

  const realNow = Date.now;
  Date.now = () => realNow() + 11 * 60 * 1000; // the key set is old
  try {
    await known(`Bearer ${third}`);
    expect(asked).toBe(2);
    const unknown = Buffer.from('{"alg":"ES256","kid":"new"}').toString('base64url');
    await expect(known(`Bearer ${unknown}.e30.AA`)).rejects.toMatchObject({
      name: 'AccountsUnavailableError',
    });
    expect(asked).toBe(2); // no request waits for it again at once

    ahead = 25 * 60 * 60 * 1000;
    await expect(known(`Bearer ${second}`)).rejects.toMatchObject({
      name: 'AccountsUnavailableError',
    });
  } finally {
    Date.now = realNow;
    gate.close();
  }
});
