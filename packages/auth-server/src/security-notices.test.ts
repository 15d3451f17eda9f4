import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, type Session } from '#auth-server-test/accounts.ts';
import { addApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();

const NEW_PASSWORD = 'pour it slowly';
const tooOften = {
  status: 429,
  body: { error_code: 'over_request_rate_limit', msg: expect.stringContaining('too often today') },
};

/** As if ten minutes had passed: the limits use the database's clock. */
const wait = () =>
  accounts.rows(
    `update rate_limits set expire = 0 where key ~ '^(mail|mailBurst|mailOfSessions|changePassword):'`,
  );

async function kindsTo(email: string, kind: string) {
  return (await accounts.emailsTo(email)).filter((email) => email.kind === kind);
}

const changeEmail = ({ access_token: token }: Session) =>
  accounts.request('PUT', '/user', { token, body: { email: `${randomUUID()}@example.com` } });

const askForCode = ({ access_token: token }: Session) =>
  accounts.request('GET', '/reauthenticate', { token });

async function openResetLink(email: string): Promise<Session> {
  await accounts.request('POST', '/recover', { body: { email } });
  const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
  return (await accounts.request('POST', '/verify', { body: { type: 'recovery', token_hash } }))
    .body;
}

async function resetPassword(email: string): Promise<Session> {
  const { access_token: token } = await openResetLink(email);
  const set = await accounts.request('PUT', '/user', { token, body: { password: NEW_PASSWORD } });
  expect(set.status).toBe(200);
  return accounts.signIn(email, NEW_PASSWORD);
}

describe('whoever knows the password does not bury the emails that warn the owner', () => {
  /** Makes one set of recovery codes after the other, and uses every code. */
  async function useCodes(email: string, sets: number) {
    const added = await addApp(accounts, (await accounts.signIn(email)).access_token);
    let token = added.session.access_token;
    let last = await accounts.request('POST', '/factors/recovery-codes', { token });
    for (let set = 1; set < sets; set += 1) {
      for (const code of last.body.codes ?? []) {
        const used = await accounts.request('POST', '/factors/recovery-codes/verify', {
          token,
          body: { code },
        });
        expect(used.status, 'a code is never refused').toBe(200);
        token = used.body.access_token;
      }
      await wait();
      last = await accounts.request('POST', '/factors/recovery-codes/regenerate', { token });
    }
    return last;
  }

  test('by using up recovery codes: five sets are made in a day', async () => {
    const { email } = await accounts.newUser();
    expect(await useCodes(email, 8)).toMatchObject(tooOften);
    expect(await kindsTo(email, 'recovery_codes_made')).toHaveLength(5);
    expect(await kindsTo(email, 'recovery_code_used')).toHaveLength(50);
  });

  test('by asking for codes in ever new sessions', async () => {
    const { email } = await accounts.newUser();
    for (let time = 0; time < 25; time += 1) {
      await askForCode(await accounts.signIn(email));
      await wait();
    }
    expect(await kindsTo(email, 'reauthentication')).toHaveLength(20);
    expect(await askForCode(await accounts.signIn(email))).toMatchObject({
      status: 429,
      body: { msg: expect.stringContaining('No further code can be mailed today.') },
    });
  });

  test('by asking for changes of address', async () => {
    const { email } = await accounts.newUser();
    const session = await accounts.signIn(email);
    for (let time = 0; time < 25; time += 1) {
      await changeEmail(session);
      await wait();
    }
    expect(await kindsTo(email, 'confirm_email_change')).toHaveLength(20);
    expect(await changeEmail(await accounts.signIn(email))).toMatchObject(tooOften);
  });
});

describe('nor does it keep the owner from theirs', () => {
  test('who has used an emailed link: its session has codes and changes of address of its own', async () => {
    const { email } = await accounts.newUser();
    const thief = await accounts.signIn(email);
    for (let time = 0; time < 20; time += 1) {
      await changeEmail(thief);
      await askForCode(await accounts.signIn(email));
      await wait();
    }
    const owner = await openResetLink(email);
    expect((await askForCode(owner)).status).toBe(200);
    expect((await changeEmail(owner)).status).toBe(200);
  });

  test('who has reset the password, and signs in with the new one', async () => {
    const { email } = await accounts.newUser();
    const thief = await accounts.signIn(email);
    for (let time = 0; time < 20; time += 1) {
      await changeEmail(thief);
      await wait();
    }
    expect(await changeEmail(thief)).toMatchObject(tooOften);
    expect((await changeEmail(await resetPassword(email))).status).toBe(200);
  });
});
