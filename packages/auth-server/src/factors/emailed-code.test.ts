import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { addApp, beginApp, showApp, withApp } from '#auth-server-test/factors.ts';

/** An unlocked phone has both the session and the mailbox. */
const accounts = await openTestAccounts();

const A_WHILE = { seconds: 301 };
const mustConfirm = { status: 400, body: { error_code: 'reauthentication_needed' } };

async function codeIn(token: string, email: string): Promise<string> {
  expect((await accounts.request('GET', '/reauthenticate', { token })).status).toBe(200);
  const sent = (await accounts.emailsTo(email)).findLast(({ kind }) => kind === 'reauthentication');
  return sent?.kind === 'reauthentication' ? sent.code : '';
}

const amrOf = async (id: string) => {
  const [row] = await accounts.rows<{ amr: { method: string; timestamp: number }[] }>(
    `select amr from auth.sessions where user_id = $1 and aal = 'aal2'`,
    [id],
  );
  return row?.amr;
};

describe('where there is a factor', () => {
  test('no code is emailed', async () => {
    const { email, session } = await withApp(accounts);
    const token = session.access_token;
    expect(await accounts.request('GET', '/reauthenticate', { token })).toMatchObject(mustConfirm);
    expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).not.toContain(
      'reauthentication',
    );
  });

  test('one emailed before confirms nothing and replaces no current password', async () => {
    const { email } = await accounts.newUser();
    const { access_token } = await accounts.signIn(email);
    const nonce = await codeIn(access_token, email);
    const { session } = await addApp(accounts, access_token);
    accounts.advance(A_WHILE);
    const token = session.access_token;
    const password = 'pour it slowly';
    const tries = [
      await accounts.request('PUT', '/user', { token, body: { nonce } }),
      await accounts.request('POST', '/reauthenticate', { token, body: { nonce } }),
      await accounts.request('PUT', '/user', { token, body: { nonce, password } }),
      await accounts.request('POST', '/user/password', { token, body: { nonce, password } }),
      await beginApp(accounts, token, 'of a thief'),
    ];
    for (const answer of tries) expect(answer).toMatchObject(mustConfirm);
    await accounts.signIn(email, PASSWORD);
  });

  test('no other proof than a factor counts, however recent', async () => {
    const { app, session } = await withApp(accounts);
    accounts.advance(A_WHILE);
    await accounts.rows(
      `update auth.sessions set amr = amr || jsonb_build_array(
         jsonb_build_object('method', 'otp', 'timestamp', $2::bigint),
         jsonb_build_object('method', 'password', 'timestamp', $2::bigint)
       ) where user_id = $1`,
      [session.user.id, Math.floor(accounts.now() / 1000)],
    );
    const token = session.access_token;
    const tries = [
      await beginApp(accounts, token, 'of a thief'),
      await accounts.request('DELETE', `/factors/${app.id}`, { token }),
      await accounts.request('POST', '/factors/recovery-codes', { token }),
      await accounts.request('PUT', '/user', { token, body: { email: 'thief@example.com' } }),
    ];
    for (const answer of tries) expect(answer).toMatchObject(mustConfirm);
  });
});

test('adding a further factor shows none: the proof stays as old as it was', async () => {
  const { id, app, session } = await withApp(accounts);
  const { body: shown } = await showApp(accounts, session.access_token, app);
  const before = await amrOf(id);
  accounts.advance({ seconds: 240 });
  const { body: second } = await beginApp(accounts, shown.access_token, 'second');
  accounts.advance({ seconds: 120 });
  const { status, body: added } = await showApp(accounts, shown.access_token, second);
  expect(status).toBe(200);
  expect(await amrOf(id)).toEqual(before);
  const token = added.access_token;
  expect(await accounts.request('POST', '/factors/recovery-codes', { token })).toMatchObject(
    mustConfirm,
  );
  accounts.advance({ seconds: 60 });
  const { body: proven } = await showApp(accounts, token, second);
  const made = await accounts.request('POST', '/factors/recovery-codes', {
    token: proven.access_token,
  });
  expect(made.status).toBe(200);
});

test('who has lost the factor removes it with a recovery code, and adds another', async () => {
  const { email, app, session } = await withApp(accounts);
  const { body: made } = await accounts.request('POST', '/factors/recovery-codes', {
    token: session.access_token,
  });
  accounts.advance(A_WHILE);
  const low = await accounts.signIn(email);
  const { body: raised } = await accounts.request('POST', '/factors/recovery-codes/verify', {
    token: low.access_token,
    body: { code: made.codes[0] },
  });
  const token = raised.access_token;
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  const { body: renewed } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: raised.refresh_token },
  });
  await addApp(accounts, renewed.access_token, 'new phone');
});
