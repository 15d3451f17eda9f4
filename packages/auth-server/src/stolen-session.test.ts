import { describe, expect, test } from 'vitest';
import {
  type By,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  type Session,
  type TestResponse,
  tokenOf,
} from '#auth-server-test/accounts.ts';
import { requestMove } from '#auth-server-test/emailed-secrets.ts';
import {
  type App,
  addApp,
  beginApp,
  challenge,
  codeOf,
  makeCodes,
  showApp,
  withApp,
} from '#auth-server-test/factors.ts';

/** What somebody can do with a copied session, or an unlocked phone, but without password and mailbox. */
const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { enters, post, read, refresh, remove, update } = accounts;

const A_WHILE = { seconds: 301 };
const NEW_PASSWORD = { password: 'pour it slowly', current_password: PASSWORD };
const mustConfirm = refusal(400, 'reauthentication_needed');
const replaced = refusal(401, 'session_expired');
const ended = refusal(403, 'session_not_found');
const tooLow = { body: { error_code: 'insufficient_aal' } };

/** An account and a copy of its session, of a while ago. */
async function stolen() {
  const account = await accounts.newSession();
  accounts.advance(A_WHILE);
  return account;
}

/** Requests a code by email. */
async function emailedCode(email: string, by: By): Promise<string> {
  await accounts.get('/reauthenticate', by);
  return accounts.codeTo(email);
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

function expectAll(answers: TestResponse[], expected: object) {
  for (const [n, answer] of answers.entries()) expect(answer, `${n}`).toMatchObject(expected);
}

describe('a stolen session', () => {
  test('adds no first factor, also once it is refreshed, and completes none that its owner has started', async () => {
    const { email, session } = await stolen();
    expect(await beginApp(accounts, session)).toMatchObject(mustConfirm);
    const { body: refreshed } = await refresh(session);
    expect(await beginApp(accounts, refreshed)).toMatchObject(mustConfirm);
    const owner = await accounts.signIn(email);
    const { body: app } = await beginApp(accounts, owner);
    expect(await showApp(accounts, session, app)).toMatchObject(mustConfirm);
    expect((await showApp(accounts, owner, app)).status).toBe(200);
  });

  test('at aal2 adds no factor, removes none, and generates no recovery codes', async () => {
    const { email, app, session } = await withApp(accounts);
    accounts.advance(A_WHILE);
    const tries = [
      await beginApp(accounts, session, 'thief'),
      await remove(`/factors/${app.id}`, session),
      await post('/factors/recovery-codes', undefined, session),
      await update(session, { email: `new-${email}` }),
    ];
    expectAll(tries, mustConfirm);
    // After verifying the app again its owner can.
    const { body: shown } = await showApp(accounts, session, app);
    expect((await beginApp(accounts, shown, 'second')).status).toBe(200);
  });

  test('changes no address without the password', async () => {
    const { email, session } = await stolen();
    const theirs = `of-a-thief-${email}`;
    expect(await update(session, { email: theirs })).toMatchObject(mustConfirm);
    expect(await accounts.emailsTo(theirs)).toEqual([]);
  });
});

test('an abandoned factor cannot be completed an hour later', async () => {
  const { session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  accounts.advance({ seconds: 3600 });
  const { body: later } = await refresh(session);
  expect((await showApp(accounts, later, app)).status).not.toBe(200);
});

test('the password, typed again, lets its owner add one; so does an emailed code, for accounts without a password', async () => {
  const { email, id } = await accounts.newUser();
  const client = accounts.client();
  const signIn = () => client.signInWithPassword({ email, password: PASSWORD });
  const enroll = async (friendlyName: string) =>
    (await client.mfa.enroll({ factorType: 'totp', friendlyName })).error;
  await signIn();
  accounts.advance(A_WHILE);
  expect(await enroll('phone')).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  await signIn();
  expect(await enroll('phone')).toBeNull();

  await accounts.rows('update auth.users set password_hash = null where id = $1', [id]);
  accounts.advance(A_WHILE);
  await client.reauthenticate();
  const nonce = await accounts.codeTo(email);
  const guess = await client.updateUser({ nonce: wrong(nonce) });
  expect(guess.error?.code).toBe('reauthentication_not_valid');
  expect((await enroll('tablet'))?.code).toBe('reauthentication_needed');
  expect((await client.updateUser({ nonce })).error).toBeNull();
  await client.refreshSession();
  expect(await enroll('tablet')).toBeNull();
});

describe('access tokens do not work, here and in the shop,', () => {
  test('from before the second factor was verified', async () => {
    const { email } = await accounts.newUser();
    const before = await accounts.signIn(email);
    expect(await enters(before)).toBe(true);
    const { app, session } = await addApp(accounts, before);
    expect(await enters(before)).toBe(false);
    expect(await enters(session)).toBe(true);
    expect(await read(before)).toMatchObject(replaced);
    expect(await remove(`/factors/${app.id}`, before)).toMatchObject(replaced);

    const { body: shown } = await showApp(accounts, session, app);
    expect(await read(session), 'showing it again replaces them again').toMatchObject(replaced);
    const { body: refreshed } = await refresh(shown);
    expect((await read(shown)).status, 'a refresh replaces none').toBe(200);
    expect(await enters(refreshed)).toBe(true);
  });

  test('from before a factor was removed; the session continues with new ones', async () => {
    const { app, session } = await withApp(accounts);
    const { body: other } = await refresh(session);
    expect((await remove(`/factors/${app.id}`, other)).status).toBe(200);
    for (const old of [session, other]) {
      expect(await read(old)).toMatchObject(replaced);
      expect(await enters(old)).toBe(false);
    }
    const { body: now } = await refresh(other);
    expect((await read(now)).status).toBe(200);
    expect(await enters(now)).toBe(true);
  });

  test('from other sessions before a new password; the session that set it continues', async () => {
    const { email, session } = await accounts.newSession();
    const elsewhere = await accounts.signIn(email);
    expect((await update(session, NEW_PASSWORD)).status).toBe(200);
    expect((await read(elsewhere)).status).toBe(403);
    expect(await enters(elsewhere)).toBe(false);
    expect((await refresh(elsewhere)).status).toBe(400);
    expect(await enters(session)).toBe(true);
  });

  test('from before a step-up by an emailed code', async () => {
    const { email, session } = await accounts.newSession();
    const nonce = await emailedCode(email, session);
    expect((await update(session, { nonce })).status).toBe(200);
    expect(await read(session)).toMatchObject(replaced);
    expect(await enters((await refresh(session)).body)).toBe(true);
  });

  test('from before an email change, and neither do their refresh tokens', async () => {
    const { email, session } = await accounts.newSession();
    const elsewhere = await accounts.signIn(email);
    const [old, next] = await requestMove(accounts, { email, session }, `new-${email}`);
    await accounts.open(old);
    expect((await read(elsewhere)).status, 'one mailbox alone ends nothing').toBe(200);
    const { body: changed } = await accounts.open(next);
    for (const before of [session, elsewhere]) {
      expect((await read(before)).status).toBe(403);
      expect((await refresh(before)).status).toBe(400);
      expect(await enters(before)).toBe(false);
    }
    expect(await enters(changed)).toBe(true);
  });
});

test('a step-up of its owner by a code does not step up a copy of the session', async () => {
  const { email, session: copy } = await stolen();
  const nonce = await emailedCode(email, copy);
  const prove = (code: string) => post('/reauthenticate', { nonce: code }, copy);
  expect(errorOf(await prove(wrong(nonce)))).toBe('reauthentication_not_valid');
  const { status, body: owners } = await prove(nonce);
  expect(status).toBe(200);
  expect((await refresh(copy)).status).toBe(400);
  expect(await read(copy)).toMatchObject(replaced);
  expect((await beginApp(accounts, owners)).status).toBe(200);
  expect((await prove(nonce)).status).toBe(401);
});

test('a session without its required second factor changes nothing, and learns of no recovery codes', async () => {
  const { email, session } = await withApp(accounts);
  const begun = await beginApp(accounts, session, 'other_mailbox_pending');
  const low = await accounts.signIn(email);
  const tries = [
    await update(low, { data: { full_name: 'Thief' } }),
    await update(low, { email: 'thief@example.com' }),
    await update(low, { password: 'pour it slowly' }),
    await update(low, { nonce: '000000' }),
    await beginApp(accounts, low),
    await remove(`/factors/${begun.body.id}`, low),
    await accounts.get('/factors/recovery-codes', low),
    await post('/factors/recovery-codes', undefined, low),
    await post('/factors/recovery-codes/regenerate', undefined, low),
    await remove('/factors/recovery-codes', low),
    await accounts.get('/reauthenticate', low),
    await post('/reauthenticate', { nonce: '000000' }, low),
    await post('/user/password', NEW_PASSWORD, low),
    await post('/logout?scope=others', undefined, low),
    await post('/logout?scope=global', undefined, low),
  ];
  expectAll(tries, tooLow);
  expect((await read(session)).body.user_metadata.full_name).toBe('Asha Rao');
  expect(await accounts.kindsTo(email)).toEqual(['factor_added']);
  expect((await post('/logout?scope=local', undefined, low)).status).toBe(204);
});

test('a reset link sets one password: the next one in its session needs the current one', async () => {
  const { email } = await accounts.newUser();
  const reset = await accounts.openResetLink(email);
  const set = (password: string, more: object = {}) => update(reset, { password, ...more });
  expect((await set('pour it slowly')).status).toBe(200);
  expect(errorOf(await set('a thief was here'))).toBe('current_password_required');
  expect((await set('a third one, then', { current_password: 'pour it slowly' })).status).toBe(200);
});

describe('a pending request is not completed', () => {
  type Prepared = [method: string, path: string, body?: object];

  async function prepareCode(by: By, app: App): Promise<Prepared> {
    const asked = await challenge(accounts, by, app.id);
    const body = { challenge_id: asked.body.id, code: await codeOf(accounts, app) };
    return ['POST', `/factors/${app.id}/verify`, body];
  }

  /** Everything that a session at aal2 can ask for, ready to be sent. */
  const atAal2: Record<string, (app: App, by: By) => Prepared | Promise<Prepared>> = {
    'a factor that is shown': (app, by) => prepareCode(by, app),
    'a factor that is added': async (_, by) =>
      prepareCode(by, (await beginApp(accounts, by, 'second')).body),
    'a recovery code': async (_, by) => {
      const [code] = await makeCodes(accounts, by);
      return ['POST', '/factors/recovery-codes/verify', { code }];
    },
    'the first recovery codes': () => ['POST', '/factors/recovery-codes'],
    'new recovery codes': async (_, by) => {
      await makeCodes(accounts, by);
      return ['POST', '/factors/recovery-codes/regenerate'];
    },
    'the removal of recovery codes': async (_, by) => {
      await makeCodes(accounts, by);
      return ['DELETE', '/factors/recovery-codes'];
    },
    'the start of a factor': () => ['POST', '/factors', { factor_type: 'totp' }],
    'the removal of a factor': (app) => ['DELETE', `/factors/${app.id}`],
    'a name': () => ['PUT', '/user', { data: { full_name: 'Thief' } }],
    'a change of address': () => ['PUT', '/user', { email: `${crypto.randomUUID()}@example.com` }],
    'a password': () => ['PUT', '/user', NEW_PASSWORD],
    'a password, with new tokens': () => ['POST', '/user/password', NEW_PASSWORD],
    'the end of other sessions': () => ['POST', '/logout?scope=others'],
    'the end of all sessions': () => ['POST', '/logout?scope=global'],
  };

  /** The same for an account without a factor. */
  const atAal1: Record<string, (email: string, by: By) => Prepared | Promise<Prepared>> = {
    'an emailed code that is asked for': () => ['GET', '/reauthenticate'],
    'an emailed code': async (email, by) => [
      'PUT',
      '/user',
      { nonce: await emailedCode(email, by) },
    ],
    'an emailed code, with new tokens': async (email, by) => [
      'POST',
      '/reauthenticate',
      { nonce: await emailedCode(email, by) },
    ],
    'the start of the first factor': () => ['POST', '/factors', { factor_type: 'totp' }],
    'a password that is reset': () => ['PUT', '/user', NEW_PASSWORD],
  };

  /** Sends it, and lets `meanwhile` happen to the user while it waits. */
  function pending(session: Session, [method, path, body]: Prepared, meanwhile: string) {
    return accounts.whileLocked(
      `select from auth.users where id = '${session.user.id}' for update; ${meanwhile}`,
      () => accounts.request(method, path, { token: tokenOf(session), body }),
    );
  }

  const factorsOf = (id: string) =>
    accounts.rows('select id, status from auth.factors where user_id = $1 order by id', [id]);

  /** All of them check it in `lockOpenSession`, as the tokens: those are tested for each. */
  const someOf = ['the first recovery codes', 'the removal of a factor', 'a change of address'];
  const inFlight = Object.entries(atAal2).filter(([name]) => someOf.includes(name));

  test.each(inFlight)('once the session has ended: %s', async (_, prepare) => {
    const { id, app, session } = await withApp(accounts);
    const request = await prepare(app, session);
    const before = await factorsOf(id);
    const end = `delete from auth.sessions where user_id = '${id}'`;
    expect(await pending(session, request, end)).toMatchObject(ended);
    expect(await factorsOf(id)).toEqual(before);
  });

  test('no factor is verified while its owner undoes another', async () => {
    const { email, id, session } = await withApp(accounts);
    const { body: app } = await beginApp(accounts, session, 'of a thief');
    const shown = await pending(
      session,
      await prepareCode(session, app),
      `delete from auth.factors where user_id = '${id}' and status = 'verified';
       delete from auth.sessions where user_id = '${id}'`,
    );
    expect(shown).toMatchObject(ended);
    expect(await enters(await accounts.signIn(email)), 'nothing more is asked for').toBe(true);
  });

  const tokensReplaced = (id: string) =>
    `update auth.sessions set access_floor = access_floor + 1 where user_id = '${id}'`;

  test.each(Object.entries(atAal2))(
    'with tokens that were replaced meanwhile: %s',
    async (_, prepare) => {
      const { id, app, session } = await withApp(accounts);
      const request = await prepare(app, session);
      expect(await pending(session, request, tokensReplaced(id))).toMatchObject(replaced);
    },
  );

  test.each(Object.entries(atAal1))(
    'with tokens that were replaced meanwhile, without a factor: %s',
    async (_, prepare) => {
      const { email, id, session } = await accounts.newSession();
      const request = await prepare(email, session);
      expect(await pending(session, request, tokensReplaced(id))).toMatchObject(replaced);
    },
  );

  test('when a second factor was added meanwhile', async () => {
    const { email, id } = await accounts.newUser();
    const reset = await accounts.openResetLink(email); // the new factor does not end it
    const answer = await pending(
      reset,
      ['PUT', '/user', NEW_PASSWORD],
      `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ('${id}', 'phone', 'totp', 'verified', now(), now())`,
    );
    expect(answer).toMatchObject(tooLow);
  });
});
