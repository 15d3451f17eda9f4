import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';
import { type App, addApp, beginApp, codeOf, showApp, withApp } from '#auth-server-test/factors.ts';

/** What somebody can do with a copied session, or an unlocked phone, but without password and mailbox. */
const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });

const A_WHILE = { seconds: 301 };
const NEW_PASSWORD = { password: 'pour it slowly', current_password: PASSWORD };
const mustConfirm = { status: 400, body: { error_code: 'reauthentication_needed' } };
const replaced = { status: 401, body: { error_code: 'session_expired' } };
const tooLow = { body: { error_code: 'insufficient_aal' } };

async function stolen() {
  const { email, id } = await accounts.newUser();
  const session = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  return { email, id, session, token: session.access_token };
}

const read = ({ access_token: token }: Session) => accounts.request('GET', '/user', { token });

const refresh = ({ refresh_token }: Session) =>
  accounts.request('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });

/** Whether the shop accepts this access token. */
async function enters(token: string): Promise<boolean> {
  const { sessionId, userId, refreshCounter } = await accounts.auth.authenticate(`Bearer ${token}`);
  return accounts.rows('select auth.enter($1, $2, $3)', [sessionId, userId, refreshCounter]).then(
    () => true,
    (error) => {
      expect(error.code).toBe('SH401');
      return false;
    },
  );
}

test('a stolen session adds no first factor', async () => {
  const { session, token } = await stolen();
  expect(await beginApp(accounts, token)).toMatchObject(mustConfirm);
  const refreshed = await refresh(session); // refreshing tokens is no step-up
  expect(await beginApp(accounts, refreshed.body.access_token)).toMatchObject(mustConfirm);
});

test('a stolen session completes no factor that its owner has started with the password', async () => {
  const { email, token } = await stolen();
  const owner = await accounts.signIn(email);
  const { body: app } = await beginApp(accounts, owner.access_token);
  expect(await showApp(accounts, token, app)).toMatchObject(mustConfirm);
  expect((await showApp(accounts, owner.access_token, app)).status).toBe(200);
});

test('an abandoned factor cannot be completed an hour later', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);
  const { body: app } = await beginApp(accounts, session.access_token);
  accounts.advance({ seconds: 3600 });
  const { body: later } = await refresh(session);
  expect((await showApp(accounts, later.access_token, app)).status).not.toBe(200);
});

test('the password, typed again, lets its owner add one; the official client replaces the session', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  accounts.advance(A_WHILE);
  const asked = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  expect(asked.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  await client.signInWithPassword({ email, password: PASSWORD });
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })).error).toBeNull();
});

test('an emailed code does so too, for accounts without a password; a wrong one does not', async () => {
  const { email, id } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  await accounts.rows('update auth.users set password_hash = null where id = $1', [id]);
  accounts.advance(A_WHILE);
  await client.reauthenticate();
  const sent = (await accounts.emailsTo(email)).at(-1);
  const code = sent?.kind === 'reauthentication' ? sent.code : '';
  const enroll = () => client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });

  const wrong = await client.updateUser({ nonce: code === '000000' ? '111111' : '000000' });
  expect(wrong.error?.code).toBe('reauthentication_not_valid');
  expect((await enroll()).error?.code).toBe('reauthentication_needed');
  expect((await client.updateUser({ nonce: code })).error).toBeNull();
  await client.refreshSession();
  expect((await enroll()).error).toBeNull();
});

test('a stolen session at aal2 adds no factor, removes none, and generates no recovery codes', async () => {
  const { email, app, session } = await withApp(accounts);
  accounts.advance(A_WHILE);
  const token = session.access_token;
  const tries = [
    await beginApp(accounts, token, 'thief'),
    await accounts.request('DELETE', `/factors/${app.id}`, { token }),
    await accounts.request('POST', '/factors/recovery-codes', { token }),
    await accounts.request('PUT', '/user', { token, body: { email: `new-${email}` } }),
  ];
  for (const answer of tries) expect(answer).toMatchObject(mustConfirm);
  // After verifying the app again its owner can.
  const { body: shown } = await showApp(accounts, token, app);
  expect((await beginApp(accounts, shown.access_token, 'second')).status).toBe(200);
});

test('a stolen session changes no address: not without the password, and not without both mailboxes', async () => {
  const { email, token } = await stolen();
  const request = (as: string) =>
    accounts.request('PUT', '/user', { token: as, body: { email: `of-a-thief-${email}` } });
  expect(await request(token)).toMatchObject(mustConfirm);
  expect(await accounts.emailsTo(`of-a-thief-${email}`)).toEqual([]);

  const fresh = await accounts.signIn(email);
  expect((await request(fresh.access_token)).status).toBe(200);
  const link = await accounts.linkTo(`of-a-thief-${email}`);
  const half = await accounts.request('POST', '/verify', {
    body: { type: 'email_change', token_hash: link.searchParams.get('token_hash') },
  });
  expect(half.body.code).toBe('200');
  await accounts.signIn(email);
});

test('a stolen session sets no password without the current one', async () => {
  const { token } = await stolen();
  for (const body of [
    { password: 'pour it slowly' },
    { password: 'pour it slowly', current_password: 'a guess at it' },
    { password: 'pour it slowly', nonce: '000000' },
  ]) {
    const answer = await accounts.request('PUT', '/user', { token, body });
    expect(answer.body.error_code).toMatch(/^(current_password_|reauthentication_)/);
  }
});

test('access tokens from before the second factor was verified do not work, here and in the shop', async () => {
  const { email } = await accounts.newUser();
  const before = await accounts.signIn(email);
  expect(await enters(before.access_token)).toBe(true);
  const { app, session } = await addApp(accounts, before.access_token);
  expect(await enters(before.access_token)).toBe(false);
  expect(await enters(session.access_token)).toBe(true);
  expect(await read(before)).toMatchObject(replaced);
  expect(
    await accounts.request('DELETE', `/factors/${app.id}`, { token: before.access_token }),
  ).toMatchObject(replaced);

  const { body: shown } = await showApp(accounts, session.access_token, app);
  expect(await read(session), 'showing it again replaces them again').toMatchObject(replaced);
  expect((await read(shown)).status).toBe(200);
  const { body: refreshed } = await refresh(shown);
  expect((await read(shown)).status, 'a refresh replaces none').toBe(200);
  expect(await enters(refreshed.access_token)).toBe(true);
});

test('access tokens from before a factor was removed do not work; the session continues with new ones', async () => {
  const { app, session } = await withApp(accounts);
  const { body: other } = await refresh(session);
  const token = other.access_token;
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  for (const old of [session, other]) {
    expect(await read(old)).toMatchObject(replaced);
    expect(await enters(old.access_token)).toBe(false);
  }
  const { body: now } = await refresh(other);
  expect((await read(now)).status).toBe(200);
  expect(await enters(now.access_token)).toBe(true);
});

test('access tokens of other sessions from before a new password do not work; the session that set it continues', async () => {
  const { email } = await accounts.newUser();
  const [session, elsewhere] = [await accounts.signIn(email), await accounts.signIn(email)];
  const changed = await accounts.request('PUT', '/user', {
    token: session.access_token,
    body: { password: 'pour it slowly', current_password: PASSWORD },
  });
  expect(changed.status).toBe(200);
  expect((await read(elsewhere)).status).toBe(403);
  expect(await enters(elsewhere.access_token)).toBe(false);
  expect((await refresh(elsewhere)).status).toBe(400);
  expect(await enters(session.access_token)).toBe(true);
});

test('access tokens from before a step-up by an emailed code do not work', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);
  await accounts.request('GET', '/reauthenticate', { token: session.access_token });
  const sent = (await accounts.emailsTo(email)).at(-1);
  const nonce = sent?.kind === 'reauthentication' ? sent.code : '';
  const body = { nonce };
  const token = session.access_token;
  expect((await accounts.request('PUT', '/user', { token, body })).status).toBe(200);
  expect(await read(session)).toMatchObject(replaced);
  const { body: now } = await refresh(session);
  expect(await enters(now.access_token)).toBe(true);
});

test('a step-up of its owner by a code does not step up a copy of the session', async () => {
  const { email, session: copy, token } = await stolen();
  await accounts.request('GET', '/reauthenticate', { token });
  const sent = (await accounts.emailsTo(email)).at(-1);
  const nonce = sent?.kind === 'reauthentication' ? sent.code : '';
  const prove = (code: string) =>
    accounts.request('POST', '/reauthenticate', { token, body: { nonce: code } });
  const wrong = await prove(nonce === '000000' ? '111111' : '000000');
  expect(wrong.body.error_code).toBe('reauthentication_not_valid');
  const { status, body: owners } = await prove(nonce);
  expect(status).toBe(200);
  expect((await refresh(copy)).status).toBe(400);
  expect(await read(copy)).toMatchObject(replaced);
  expect((await beginApp(accounts, owners.access_token)).status).toBe(200);
  expect((await prove(nonce)).status).toBe(401);
});

test('a session without its required second factor changes nothing, and learns of no recovery codes', async () => {
  const { email, session } = await withApp(accounts);
  const begun = await beginApp(accounts, session.access_token, 'other_mailbox_pending');
  const { access_token: token } = await accounts.signIn(email);
  const tries = [
    await accounts.request('PUT', '/user', { token, body: { data: { full_name: 'Thief' } } }),
    await accounts.request('PUT', '/user', { token, body: { email: 'thief@example.com' } }),
    await accounts.request('PUT', '/user', { token, body: { password: 'pour it slowly' } }),
    await accounts.request('PUT', '/user', { token, body: { nonce: '000000' } }),
    await accounts.request('POST', '/factors', { token, body: { factor_type: 'totp' } }),
    await accounts.request('DELETE', `/factors/${begun.body.id}`, { token }),
    await accounts.request('GET', '/factors/recovery-codes', { token }),
    await accounts.request('POST', '/factors/recovery-codes', { token }),
    await accounts.request('POST', '/factors/recovery-codes/regenerate', { token }),
    await accounts.request('DELETE', '/factors/recovery-codes', { token }),
    await accounts.request('GET', '/reauthenticate', { token }),
    await accounts.request('POST', '/reauthenticate', { token, body: { nonce: '000000' } }),
    await accounts.request('POST', '/logout?scope=others', { token }),
    await accounts.request('POST', '/logout?scope=global', { token }),
  ];
  for (const answer of tries) expect(answer).toMatchObject(tooLow);
  expect((await read(session)).body.user_metadata.full_name).toBe('Asha Rao');
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual(['factor_added']);
  expect((await accounts.request('POST', '/logout?scope=local', { token })).status).toBe(204);
});

test('an email change ends every session from before it', async () => {
  const { email } = await accounts.newUser();
  const [asking, elsewhere] = [await accounts.signIn(email), await accounts.signIn(email)];
  const newEmail = `new-${email}`;
  await accounts.request('PUT', '/user', { token: asking.access_token, body: { email: newEmail } });
  const links = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
  const bodies = links.map((link) => ({
    type: 'email_change',
    token_hash: link.searchParams.get('token_hash'),
  }));
  await accounts.request('POST', '/verify', { body: bodies[0] });
  expect((await read(elsewhere)).status, 'one mailbox alone ends nothing').toBe(200);
  const { body: changed } = await accounts.request('POST', '/verify', { body: bodies[1] });
  for (const session of [asking, elsewhere]) {
    expect((await read(session)).status).toBe(403);
    expect((await refresh(session)).status).toBe(400);
    expect(await enters(session.access_token)).toBe(false);
  }
  expect(await enters(changed.access_token)).toBe(true);
});

test('the code of an app works for this session alone, whoever copies it', async () => {
  const { email, app } = await withApp(accounts);
  const [owner, thief] = [await accounts.signIn(email), await accounts.signIn(email)];
  const code = await codeOf(accounts, app);
  expect((await showApp(accounts, owner.access_token, app, code)).status).toBe(200);
  expect((await showApp(accounts, thief.access_token, app, code)).status).not.toBe(200);
});

describe('a pending request is not completed once the session has ended', () => {
  const inFlight = {
    'new recovery codes': ['POST', () => '/factors/recovery-codes'],
    'the removal of a factor': ['DELETE', (factor: string) => `/factors/${factor}`],
    'a further factor': ['POST', () => '/factors'],
    'a change of address': ['PUT', () => '/user'],
  } as const;

  test.each(Object.entries(inFlight))('%s', async (_, [method, path]) => {
    const { id, app, session } = await withApp(accounts);
    const state = () =>
      accounts.rows('select id, status from auth.factors where user_id = $1', [id]);
    const before = await state();
    const answer = await accounts.whileLocked(
      `select from auth.users where id = '${id}' for update;
       delete from auth.sessions where user_id = '${id}'`,
      () =>
        accounts.request(method, path(app.id), {
          token: session.access_token,
          body: { factor_type: 'totp', email: `of-a-thief-${id}@example.com` },
        }),
    );
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    expect(await state()).toEqual(before);
  });

  test('no factor is verified while its owner undoes another', async () => {
    const { email, id, session } = await withApp(accounts);
    const { access_token: token } = session;
    const begun = await beginApp(accounts, token, 'of a thief');
    const asked = await accounts.request('POST', `/factors/${begun.body.id}/challenge`, {
      token,
      body: {},
    });
    const body = { challenge_id: asked.body.id, code: await codeOf(accounts, begun.body) };
    const shown = await accounts.whileLocked(
      `select from auth.users where id = '${id}' for update;
       delete from auth.factors where user_id = '${id}' and status = 'verified';
       delete from auth.sessions where user_id = '${id}'`,
      () => accounts.request('POST', `/factors/${begun.body.id}/verify`, { token, body }),
    );
    expect(shown).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const { access_token: owners } = await accounts.signIn(email);
    expect(await enters(owners), 'nothing more is asked for').toBe(true);
  });

  type Prepared = { method: string; path: string; body?: object; token: string };

  /** Everything that a session at aal2 can ask for, ready to be sent. */
  const atAal2: Record<string, (app: App, token: string) => Promise<Omit<Prepared, 'token'>>> = {
    'a factor that is shown': async (app, token) => {
      const asked = await accounts.request('POST', `/factors/${app.id}/challenge`, {
        token,
        body: {},
      });
      const body = { challenge_id: asked.body.id, code: await codeOf(accounts, app) };
      return { method: 'POST', path: `/factors/${app.id}/verify`, body };
    },
    'a factor that is added': async (_, token) => {
      const begun = await beginApp(accounts, token, 'second');
      const path = `/factors/${begun.body.id}`;
      const asked = await accounts.request('POST', `${path}/challenge`, { token, body: {} });
      const body = { challenge_id: asked.body.id, code: await codeOf(accounts, begun.body) };
      return { method: 'POST', path: `${path}/verify`, body };
    },
    'a recovery code': async (_, token) => {
      const { body } = await accounts.request('POST', '/factors/recovery-codes', { token });
      return {
        method: 'POST',
        path: '/factors/recovery-codes/verify',
        body: { code: body.codes[0] },
      };
    },
    'the first recovery codes': async () => ({ method: 'POST', path: '/factors/recovery-codes' }),
    'new recovery codes': async (_, token) => {
      await accounts.request('POST', '/factors/recovery-codes', { token });
      return { method: 'POST', path: '/factors/recovery-codes/regenerate' };
    },
    'the removal of recovery codes': async (_, token) => {
      await accounts.request('POST', '/factors/recovery-codes', { token });
      return { method: 'DELETE', path: '/factors/recovery-codes' };
    },
    'the start of a factor': async () => {
      const body = { factor_type: 'totp', friendly_name: 'second' };
      return { method: 'POST', path: '/factors', body };
    },
    'the removal of a factor': async (app) => ({ method: 'DELETE', path: `/factors/${app.id}` }),
    'a name': async () => ({
      method: 'PUT',
      path: '/user',
      body: { data: { full_name: 'Thief' } },
    }),
    'a change of address': async () => {
      return {
        method: 'PUT',
        path: '/user',
        body: { email: `${crypto.randomUUID()}@example.com` },
      };
    },
    'a password': async () => ({ method: 'PUT', path: '/user', body: NEW_PASSWORD }),
    'a password, with new tokens': async () => {
      return { method: 'POST', path: '/user/password', body: NEW_PASSWORD };
    },
    'the end of other sessions': async () => ({ method: 'POST', path: '/logout?scope=others' }),
    'the end of all sessions': async () => ({ method: 'POST', path: '/logout?scope=global' }),
  };

  /** The same for an account without a factor. */
  const atAal1: Record<string, (email: string, token: string) => Promise<Omit<Prepared, 'token'>>> =
    {
      'an emailed code that is asked for': async () => ({ method: 'GET', path: '/reauthenticate' }),
      'an emailed code': async (email, token) => {
        return { method: 'PUT', path: '/user', body: { nonce: await emailedCode(email, token) } };
      },
      'an emailed code, with new tokens': async (email, token) => {
        return {
          method: 'POST',
          path: '/reauthenticate',
          body: { nonce: await emailedCode(email, token) },
        };
      },
      'the start of the first factor': async () => {
        return { method: 'POST', path: '/factors', body: { factor_type: 'totp' } };
      },
      'a password that is reset': async () => ({
        method: 'PUT',
        path: '/user',
        body: NEW_PASSWORD,
      }),
    };

  async function emailedCode(email: string, token: string): Promise<string> {
    await accounts.request('GET', '/reauthenticate', { token });
    const sent = (await accounts.emailsTo(email)).at(-1);
    return sent?.kind === 'reauthentication' ? sent.code : '';
  }

  /** Sends it, and lets `meanwhile` happen to the user while it waits. */
  function pending(id: string, { method, path, ...options }: Prepared, meanwhile: string) {
    return accounts.whileLocked(
      `select from auth.users where id = '${id}' for update; ${meanwhile}`,
      () => accounts.request(method, path, options),
    );
  }

  describe('nor with tokens that were replaced meanwhile', () => {
    const tokensReplaced = (id: string) =>
      `update auth.sessions set access_floor = access_floor + 1 where user_id = '${id}'`;

    test.each(Object.entries(atAal2))('%s', async (_, prepare) => {
      const { id, app, session } = await withApp(accounts);
      const { access_token: token } = session;
      const request = { ...(await prepare(app, token)), token };
      expect(await pending(id, request, tokensReplaced(id))).toMatchObject(replaced);
    });

    test.each(Object.entries(atAal1))('%s', async (_, prepare) => {
      const { email, id } = await accounts.newUser();
      const { access_token: token } = await accounts.signIn(email);
      const request = { ...(await prepare(email, token)), token };
      expect(await pending(id, request, tokensReplaced(id))).toMatchObject(replaced);
    });
  });

  test.each(Object.entries(atAal1))(
    'nor when its owner has added a second factor meanwhile: %s',
    async (_, prepare) => {
      const { email, id } = await accounts.newUser();
      await accounts.request('POST', '/recover', { body: { email } });
      const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
      const { body: session } = await accounts.request('POST', '/verify', {
        body: { type: 'recovery', token_hash },
      });
      const { access_token: token } = session; // that of a reset is not ended by the new factor
      const request = { ...(await prepare(email, token)), token };
      const answer = await pending(
        id,
        request,
        `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
         values ('${id}', 'phone', 'totp', 'verified', now(), now())`,
      );
      expect(answer).toMatchObject(tooLow);
    },
  );
});

test('a reset link sets one password: the next one in its session needs the current one', async () => {
  const { email } = await accounts.newUser();
  await accounts.request('POST', '/recover', { body: { email } });
  const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
  const { body } = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash },
  });
  const set = (password: string, more: object = {}) =>
    accounts.request('PUT', '/user', { token: body.access_token, body: { password, ...more } });
  expect((await set('pour it slowly')).status).toBe(200);
  expect((await set('a thief was here')).body.error_code).toBe('current_password_required');
  expect((await set('a third one, then', { current_password: 'pour it slowly' })).status).toBe(200);
});
