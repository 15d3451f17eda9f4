import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { openTestAccounts } from '#auth-server-test/accounts.ts';
import { Authenticator } from '#auth-server-test/authenticator.ts';

const accounts = await openTestAccounts();
const HERE = { origin: 'http://localhost:3000', rpId: 'localhost' };

type App = { id: string; totp: { secret: string } };

async function begin(token: string, body: object): Promise<App> {
  const answer = await accounts.request('POST', '/factors', { token, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

const beginApp = (token: string, friendly_name: string) =>
  begin(token, { factor_type: 'totp', friendly_name });

async function challenge(token: string, id: string) {
  return (await accounts.request('POST', `/factors/${id}/challenge`, { token, body: {} })).body;
}

async function showApp(token: string, { id, totp }: App) {
  const { id: challenge_id } = await challenge(token, id);
  const code = await generate({
    secret: totp.secret,
    epoch: Math.floor(accounts.now() / 1000),
  });
  return accounts.request('POST', `/factors/${id}/verify`, { token, body: { challenge_id, code } });
}

async function addKey(token: string) {
  const { id } = await begin(token, { factor_type: 'webauthn', friendly_name: 'key' });
  const asked = await challenge(token, id);
  const credential_response = new Authenticator().create(
    asked.webauthn.credential_options.publicKey.challenge,
    HERE,
  );
  return accounts.request('POST', `/factors/${id}/verify`, {
    token,
    body: { challenge_id: asked.id, webauthn: { type: 'create', credential_response } },
  });
}

test('who knows the password cannot complete a factor enrolled before the owner added one', async () => {
  const { email } = await accounts.newUser();
  const thiefs = await beginApp((await accounts.signIn(email)).access_token, 'thief');
  expect((await addKey((await accounts.signIn(email)).access_token)).status).toBe(200);

  const { access_token: low } = await accounts.signIn(email);
  expect(await showApp(low, thiefs)).toMatchObject({
    status: 403,
    body: { error_code: 'insufficient_aal' },
  });
  const { body } = await accounts.request('GET', '/user', { token: low });
  expect(body.factors.map(({ status }: { status: string }) => status).sort()).toEqual([
    'unverified',
    'verified',
  ]);
});

test('of two sessions that add the first factor at once, one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { email } = await accounts.newUser();
    const sessions = [await accounts.signIn(email), await accounts.signIn(email)];
    const begun = await Promise.all(
      sessions.map(async ({ access_token: token }, n) => ({
        token,
        app: await beginApp(token, `app ${n}`),
      })),
    );
    const answers = await Promise.all(begun.map(({ token, app }) => showApp(token, app)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

describe('a challenge is refused as any other would be', () => {
  async function challengeDuring(change: (userId: string) => string) {
    const { email } = await accounts.newUser();
    const { access_token: token, user } = await accounts.signIn(email);
    const { id } = await beginApp(token, 'phone');
    return accounts.whileLocked(change(user.id), () =>
      accounts.request('POST', `/factors/${id}/challenge`, { token, body: {} }),
    );
  }

  test('when its factor is removed meanwhile', async () => {
    const answer = await challengeDuring(
      (userId) => `select from auth.users where id = '${userId}' for update;
                   delete from auth.factors where user_id = '${userId}'`,
    );
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'mfa_factor_not_found' } });
  });

  test('when its session signs out meanwhile', async () => {
    const answer = await challengeDuring(
      (userId) => `delete from auth.sessions where user_id = '${userId}'`,
    );
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });
});

test('at aal2 a second factor can be added as usual', async () => {
  const { email } = await accounts.newUser();
  const first = await addKey((await accounts.signIn(email)).access_token);
  const app = await beginApp(first.body.access_token, 'second');
  expect((await showApp(first.body.access_token, app)).status).toBe(200);
});
