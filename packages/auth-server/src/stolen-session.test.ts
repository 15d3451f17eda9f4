import { describe, expect, test } from 'vitest';
import {
  type By,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  refusal,
  type Session,
  statusesOf,
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
const tooLow = refusal(403, 'insufficient_aal');

/** Requests a code by email. */
async function emailedCode(email: string, by: By): Promise<string> {
  await accounts.get('/reauthenticate', by);
  return accounts.codeTo(email);
}

function expectAll(answers: TestResponse[], expected: object) {
  for (const [n, answer] of answers.entries()) expect(answer, `${n}`).toMatchObject(expected);
}

describe('a stolen session', () => {
  test('adds no first factor, also once it is refreshed, completes none, and changes no address', async () => {
    const { email, session } = await accounts.newSession();
    accounts.advance(A_WHILE);
    const theirs = `of-a-thief-${email}`;
    const { body: refreshed } = await refresh(session);
    for (const by of [session, refreshed]) {
      const tries = [await beginApp(accounts, by), await update(by, { email: theirs })];
      expectAll(tries, mustConfirm);
    }
    expect(await accounts.emailsTo(theirs)).toEqual([]);
    const owner = await accounts.signIn(email);
    const { body: app } = await beginApp(accounts, owner);
    expect(await showApp(accounts, session, app)).toMatchObject(mustConfirm);
    expect((await showApp(accounts, owner, app)).status).toBe(200);
  });

  test('at aal2 adds no factor, removes none, and generates no recovery codes, whatever else it proves', async () => {
    const { id, email, app, session } = await withApp(accounts);
    accounts.advance(A_WHILE);
    await accounts.rows(
      `update auth.sessions set amr = amr || jsonb_build_array(
         jsonb_build_object('method', 'otp', 'timestamp', $2::bigint),
         jsonb_build_object('method', 'password', 'timestamp', $2::bigint)
       ) where user_id = $1`,
      [id, Math.floor(accounts.now() / 1000)],
    );
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
});

test('an abandoned factor cannot be completed an hour later', async () => {
  const { session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  accounts.advance({ seconds: 3600 });
  const { body: later } = await refresh(session);
  expect((await showApp(accounts, later, app)).status).not.toBe(200);
});

test('adding a further factor shows none: the proof stays as old as it was', async () => {
  const { app, session } = await withApp(accounts);
  const { body: shown } = await showApp(accounts, session, app);
  accounts.advance({ seconds: 240 });
  const { body: second } = await beginApp(accounts, shown, 'second');
  accounts.advance({ seconds: 120 });
  const { status, body: added } = await showApp(accounts, shown, second);
  expect(status).toBe(200);
  const make = (by: By) => post('/factors/recovery-codes', undefined, by);
  expect(await make(added)).toMatchObject(mustConfirm);
  accounts.advance({ seconds: 60 });
  const { body: proven } = await showApp(accounts, added, second);
  expect((await make(proven)).status).toBe(200);
});

describe('access tokens do not work, here and in the shop,', () => {
  test('from before a second factor was verified or removed; the session continues with new ones', async () => {
    const { email } = await accounts.newUser();
    const before = await accounts.signIn(email);
    const isReplaced = async (old: Session) => {
      expect(await read(old)).toMatchObject(replaced);
      expect(await enters(old)).toBe(false);
    };
    expect(await enters(before)).toBe(true);
    const { app, session } = await addApp(accounts, before);
    await isReplaced(before);
    expect(await enters(session)).toBe(true);

    const { body: shown } = await showApp(accounts, session, app);
    await isReplaced(session);
    const { body: refreshed } = await refresh(shown);
    expect((await read(shown)).status, 'a refresh replaces none').toBe(200);
    expect((await remove(`/factors/${app.id}`, refreshed)).status).toBe(200);
    for (const old of [shown, refreshed]) await isReplaced(old);
    expect(await enters((await refresh(refreshed)).body)).toBe(true);
  });

  test('from before a new password or address: other sessions end, with their refresh tokens', async () => {
    const { email, session } = await accounts.newSession();
    const elsewhere = await accounts.signIn(email);
    const isOver = async (by: Session) => {
      expect((await read(by)).status).toBe(403);
      expect((await refresh(by)).status).toBe(400);
      expect(await enters(by)).toBe(false);
    };
    expect((await update(session, NEW_PASSWORD)).status).toBe(200);
    await isOver(elsewhere);
    expect(await enters(session), 'which set it').toBe(true);

    const [old, next] = await requestMove(accounts, { email, session }, `new-${email}`);
    await accounts.open(old);
    expect((await read(session)).status, 'one mailbox alone ends nothing').toBe(200);
    const { body: changed } = await accounts.open(next);
    await isOver(session);
    expect(await enters(changed)).toBe(true);
  });
});

test('a step-up of its owner by an emailed code does not step up a copy of the session', async () => {
  const { email, session: copy } = await accounts.newSession();
  accounts.advance(A_WHILE);
  const nonce = await emailedCode(email, copy);
  const { status, body: owners } = await post('/reauthenticate', { nonce }, copy);
  expect(status).toBe(200);
  expect((await refresh(copy)).status).toBe(400);
  expect(await read(copy)).toMatchObject(replaced);
  expect((await beginApp(accounts, owners)).status).toBe(200);
  expect((await post('/reauthenticate', { nonce }, copy)).status).toBe(401);
});

test('a session without its required second factor changes nothing, and learns of no recovery codes', async () => {
  const { email, session } = await withApp(accounts);
  const begun = await beginApp(accounts, session, 'second');
  const low = await accounts.signIn(email);
  const tries = [
    await update(low, { email: 'thief@example.com' }),
    await update(await accounts.openResetLink(email), { password: 'pour it slowly' }),
    await beginApp(accounts, low),
    await remove(`/factors/${begun.body.id}`, low),
    await accounts.get('/factors/recovery-codes', low),
    await post('/factors/recovery-codes', undefined, low),
    await post('/factors/recovery-codes/regenerate', undefined, low),
    await accounts.get('/reauthenticate', low),
    await post('/reauthenticate', { nonce: '000000' }, low),
    await post('/user/password', NEW_PASSWORD, low),
    await post('/logout?scope=others', undefined, low),
    await post('/logout?scope=global', undefined, low),
  ];
  expectAll(tries, tooLow);
  expect(await accounts.kindsTo(email)).toEqual(['factor_added', 'reset_password']);
  expect((await post('/logout?scope=local', undefined, low)).status).toBe(204);
});

test('a reset link sets one password, also at once: the next one in its session needs the current one', async () => {
  const { id, email } = await accounts.newUser();
  const reset = await accounts.openResetLink(email);
  const set = (password: string) => update(reset, { password });
  const atOnce = await accounts.whileLocked(
    `update auth.users set password_hash = 'of a thief' where id = '${id}'`,
    () => Promise.all([set('pour it slowly'), set('pour it slowly, twice')]),
    2,
  );
  expect(statusesOf(atOnce)).toEqual([200, 409]);
  expect(errorOf(await set('a thief was here'))).toBe('current_password_required');
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
    'a challenge': (app) => ['POST', `/factors/${app.id}/challenge`, {}],
    'a recovery code': async (_, by) => {
      const [code] = await makeCodes(accounts, by);
      return ['POST', '/factors/recovery-codes/verify', { code }];
    },
    'recovery codes': () => ['POST', '/factors/recovery-codes'],
    'the start of a factor': () => ['POST', '/factors', { factor_type: 'totp' }],
    'the removal of a factor': (app) => ['DELETE', `/factors/${app.id}`],
    'a change of address': () => ['PUT', '/user', { email: `${crypto.randomUUID()}@example.com` }],
    'a password': () => ['PUT', '/user', NEW_PASSWORD],
    'a password, with new tokens': () => ['POST', '/user/password', NEW_PASSWORD],
    'the end of other sessions': () => ['POST', '/logout?scope=others'],
  };

  /** Sends it, and lets `meanwhile` happen to the user while it waits. */
  function pending(session: Session, [method, path, body]: Prepared, meanwhile: string) {
    return accounts.whileLocked(
      `select from auth.users where id = '${session.user.id}' for update; ${meanwhile}`,
      () => accounts.request(method, path, { token: tokenOf(session), body }),
    );
  }

  const replace = (id: string) =>
    `update auth.sessions set access_floor = access_floor + 1 where user_id = '${id}'`;

  test('whose session has ended meanwhile: another session goes on', async () => {
    const { email, session: owner } = await accounts.newSession();
    const thief = await accounts.signIn(email);
    const [kept, ending] = [owner, thief].map((each) => payloadOf(each).session_id);
    const answer = accounts.whileLocked(
      `select from auth.sessions where id = '${kept}' for update;
       delete from auth.sessions where id = '${ending}'`,
      () => accounts.auth.sessions.end(`Bearer ${tokenOf(thief)}`, kept),
    );
    await expect(answer).rejects.toMatchObject({ code: 'session_not_found' });
    expect((await read(owner)).status).toBe(200);
  });

  test.each(Object.entries(atAal2))(
    'with tokens that were replaced meanwhile: %s',
    async (_, prepare) => {
      const { id, app, session } = await withApp(accounts);
      const request = await prepare(app, session);
      expect(await pending(session, request, replace(id))).toMatchObject(replaced);
    },
  );

  test('with tokens that were replaced meanwhile, without a factor: an emailed code, asked for and typed', async () => {
    const { email, id, session } = await accounts.newSession();
    const nonce = await emailedCode(email, session);
    const typed: Prepared = ['POST', '/reauthenticate', { nonce }];
    expect(await pending(session, typed, replace(id))).toMatchObject(replaced);
    const again = await accounts.signIn(email);
    expect(await pending(again, ['GET', '/reauthenticate'], replace(id))).toMatchObject(replaced);
  });

  test('once the session has ended', async () => {
    const { id, email, session, app } = await withApp(accounts);
    const end = `delete from auth.sessions where user_id = '${id}'`;
    const removal: Prepared = ['DELETE', `/factors/${app.id}`];
    expect(await pending(session, removal, end)).toMatchObject(ended);
    expect((await read(await accounts.signIn(email))).body.factors).toHaveLength(1);
  });

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
