import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import {
  openTestAccounts,
  PASSWORD,
  type Session,
  type TestProcess,
} from '#auth-server-test/accounts.ts';
import { addApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();

type Totp = { id: string; totp: { secret: string } };
type RequestAs = TestProcess['request'];

const codeOf = ({ totp }: Totp) =>
  generate({ secret: totp.secret, epoch: Math.floor(accounts.now() / 1000) });

async function showIn(request: RequestAs, token: string, { id }: Totp, code: string) {
  const { body: asked } = await request('POST', `/factors/${id}/challenge`, { token, body: {} });
  return request('POST', `/factors/${id}/verify`, {
    token,
    body: { challenge_id: asked.id, code },
  });
}

const show = (token: string, factor: Totp, code: string) =>
  showIn(accounts.request, token, factor, code);

/** A user with an authenticator app, and the session that added it. */
async function withFactor() {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const { body: factor } = await accounts.request('POST', '/factors', {
    token: access_token,
    body: { factor_type: 'totp', friendly_name: 'phone' },
  });
  const { body: session } = await show(access_token, factor, await codeOf(factor));
  accounts.advance({ seconds: 60 }); // a code works once: waits for the next one
  return { email, factor, session };
}

describe('strangers who know the password and guess codes do not lock out the owner', () => {
  /** Guesses until a session with only the password may try no more. */
  async function locked() {
    const { email, factor } = await withFactor();
    const atHome = accounts.browser();
    const tryAtHome = async () => {
      const { body } = await atHome('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
      });
      return showIn(atHome, body.access_token, factor, await codeOf(factor));
    };
    expect((await tryAtHome()).status).toBe(200);
    accounts.advance({ seconds: 60 });
    const { access_token } = await accounts.signIn(email);
    for (let n = 0; n < 30; n += 1) {
      expect((await show(access_token, factor, 'guess!')).status).toBe(422);
    }
    expect((await show(access_token, factor, await codeOf(factor))).status).toBe(429);
    return { email, factor, tryAtHome };
  }

  test('in a browser where a factor was verified before', async () => {
    const { tryAtHome } = await locked();
    expect((await tryAtHome()).status).toBe(200);
  });

  test('who used an emailed link', async () => {
    const { email, factor } = await locked();
    await accounts.request('POST', '/recover', { body: { email } });
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const { body } = await accounts.request('POST', '/verify', {
      body: { type: 'recovery', token_hash },
    });
    expect((await show(body.access_token, factor, await codeOf(factor))).status).toBe(200);
  });

  test('who signs in again and again has no more guesses', async () => {
    const { email, factor } = await locked();
    const thief = accounts.browser();
    for (let time = 0; time < 2; time += 1) {
      const { body } = await thief('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
      });
      expect((await showIn(thief, body.access_token, factor, 'guess!')).status).toBe(429);
    }
  });
});

describe('somebody who knows the password and guesses codes hour after hour', () => {
  const expire = (limits: string) =>
    accounts.rows('update rate_limits set expire = 0 where key ~ $1', [`^(${limits}):`]);
  const nextHour = () => expire('factor|challenge');
  const nextDay = () => expire('factor|challenge|factorDay|wrongCodes|wrongCodesEmail');

  /** Guesses as often as one hour allows. @returns how often that was. */
  async function guess(token: string, factor: Totp): Promise<number> {
    const statuses: number[] = [];
    for (let time = 0; time < 35; time += 1) {
      statuses.push((await show(token, factor, 'guess!')).status);
    }
    return statuses.filter((status) => status === 422).length;
  }

  async function guessedAllDay() {
    const { email, factor } = await withFactor();
    const atHome = accounts.browser();
    const signInAtHome = async () => {
      const body = { email, password: PASSWORD };
      return (await atHome('POST', '/token?grant_type=password', { body })).body.access_token;
    };
    const known = await showIn(atHome, await signInAtHome(), factor, await codeOf(factor));
    expect(known.status).toBe(200);
    accounts.advance({ seconds: 60 });
    const { access_token: token } = await accounts.signIn(email);
    const guesses: number[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      guesses.push(await guess(token, factor));
      await nextHour();
    }
    return { email, factor, token, guesses, atHome, signInAtHome };
  }

  const linkTo = async (email: string) => {
    await accounts.request('POST', '/recover', { body: { email } });
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const body = { type: 'recovery', token_hash };
    return (await accounts.request('POST', '/verify', { body })).body.access_token;
  };

  test('has sixty guesses a day', async () => {
    const { guesses, token, factor } = await guessedAllDay();
    expect(guesses).toEqual([30, 30, 0]);
    expect(await show(token, factor, await codeOf(factor))).toMatchObject({
      status: 429,
      body: { msg: expect.stringContaining('recovery code') },
    });
    await nextDay();
    expect((await show(token, factor, await codeOf(factor))).status).toBe(200);
  });

  test('does not lock out the owner in a browser where the factor was shown before', async () => {
    const { factor, atHome, signInAtHome } = await guessedAllDay();
    const shown = await showIn(atHome, await signInAtHome(), factor, await codeOf(factor));
    expect(shown.status).toBe(200);
  });

  test('nor anywhere else, once the owner has reset the password by email', async () => {
    const { email, factor } = await guessedAllDay();
    const shown = await show(await linkTo(email), factor, await codeOf(factor));
    expect(shown.status).toBe(200);
    const change = { token: shown.body.access_token, body: { password: 'pour it slowly' } };
    expect((await accounts.request('PUT', '/user', change)).status).toBe(200);
    accounts.advance({ seconds: 60 });
    const { access_token } = await accounts.signIn(email, 'pour it slowly');
    expect((await show(access_token, factor, await codeOf(factor))).status).toBe(200);
  });

  const warnings = async (email: string) =>
    (await accounts.emailsTo(email)).filter(({ kind }) => kind === 'wrong_codes').length;

  test('is told to the owner after ten wrong codes, once a day', async () => {
    const { email, factor } = await withFactor();
    const { access_token: token } = await accounts.signIn(email);
    for (let code = 0; code < 10; code += 1) await show(token, factor, 'guess!');
    expect(await warnings(email)).toBe(0);
    await show(token, factor, 'guess!');
    expect(await warnings(email)).toBe(1);
    await guess(token, factor);
    await nextHour();
    await guess(token, factor);
    expect(await warnings(email)).toBe(1);
    await nextDay();
    await guess(token, factor);
    expect(await warnings(email)).toBe(2);
  });

  test('is told, also where the guesses at once come from many browsers', async () => {
    const { email, factor } = await withFactor();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => accounts.signIn(email)));
    await Promise.all(
      sessions.flatMap(({ access_token: token }) =>
        [1, 2, 3, 4].map(() => show(token, factor, 'guess!')),
      ),
    );
    expect(await warnings(email)).toBe(1);
  });

  test('wrong codes while an app is set up warn nobody', async () => {
    const { email } = await accounts.newUser();
    const { access_token: token } = await accounts.signIn(email);
    const body = { factor_type: 'totp', friendly_name: 'phone' };
    const { body: factor } = await accounts.request('POST', '/factors', { token, body });
    for (let code = 0; code < 15; code += 1) await show(token, factor, 'guess!');
    expect(await warnings(email)).toBe(0);
  });
});

test('a session gets sixty challenges in five minutes, whatever another session uses', async () => {
  const { email, factor, session } = await withFactor();
  const request = (token: string) =>
    accounts.request('POST', `/factors/${factor.id}/challenge`, { token, body: {} });
  const statuses = [];
  for (let time = 0; time < 61; time += 1)
    statuses.push((await request(session.access_token)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(59); // one was for adding the factor
  const other = await accounts.signIn(email);
  expect((await request(other.access_token)).status).toBe(200);
});

test('who has verified a factor in many browsers gets no more guesses than one user may have', async () => {
  const { email, factor } = await withFactor();
  const browsers = [];
  for (let n = 0; n < 5; n += 1) {
    const request = accounts.browser();
    const { body } = await request('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    const shown = await showIn(request, body.access_token, factor, await codeOf(factor));
    expect(shown.status).toBe(200);
    browsers.push({ request, token: shown.body.access_token });
    accounts.advance({ seconds: 60 });
  }
  const statuses = [];
  for (let guess = 0; guess < 14; guess += 1) {
    for (const { request, token } of browsers) {
      statuses.push((await showIn(request, token, factor, 'guess!')).status);
    }
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(60); // thirty in those, thirty in others
  expect(statuses.at(-1)).toBe(429);
});

describe('whoever knows the password and keeps changing the account', () => {
  const strict = accounts.process({ limits: { securityNotices: { points: 3, seconds: 86_400 } } });
  const refused = { status: 429, body: { error_code: 'over_request_rate_limit' } };

  /** Adds a factor and removes it again, three times. */
  async function changedOften() {
    const { email } = await accounts.newUser();
    for (let time = 0; time < 3; time += 1) {
      const { access_token } = await accounts.signIn(email);
      const { app, session } = await addApp(accounts, access_token);
      const removed = await accounts.request('DELETE', `/factors/${app.id}`, {
        token: session.access_token,
      });
      expect(removed.status).toBe(200);
    }
    return { email };
  }

  test('does not bury the emails about it: each is sent, and after some there is nothing to send', async () => {
    const { email } = await changedOften();
    const { access_token: token } = await accounts.signIn(email);
    const begun = await strict.request('POST', '/factors', {
      token,
      body: { factor_type: 'totp', friendly_name: 'one more' },
    });
    expect(begun).toMatchObject(refused);
    const change = { password: 'pour it slowly', current_password: PASSWORD };
    expect(await strict.request('PUT', '/user', { token, body: change })).toMatchObject(refused);
    expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
      'factor_added',
      'factor_removed',
      'factor_added',
      'factor_removed',
      'factor_added',
      'factor_removed',
    ]);
  });

  test('does not keep the owner from it, who uses an emailed link', async () => {
    const { email } = await changedOften();
    await accounts.request('POST', '/recover', { body: { email } });
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const { body } = await accounts.request('POST', '/verify', {
      body: { type: 'recovery', token_hash },
    });
    const token = body.access_token;
    const change = { token, body: { password: 'pour it slowly' } };
    expect((await strict.request('PUT', '/user', change)).status).toBe(200);
    const begun = await strict.request('POST', '/factors', {
      token,
      body: { factor_type: 'totp', friendly_name: 'the owner’s' },
    });
    expect(begun.status).toBe(200);
  });

  const beginIn = ({ access_token: token }: Session) =>
    strict.request('POST', '/factors', {
      token,
      body: { factor_type: 'totp', friendly_name: 'the owner’s' },
    });

  test('nor after that link has set the password: the owner signs in and goes on', async () => {
    const { email } = await changedOften();
    await accounts.request('POST', '/recover', { body: { email } });
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const { body: reset } = await accounts.request('POST', '/verify', {
      body: { type: 'recovery', token_hash },
    });
    const token = reset.access_token;
    const change = { token, body: { password: 'pour it slowly' } };
    expect((await strict.request('PUT', '/user', change)).status).toBe(200);
    await strict.request('POST', '/logout?scope=local', { token });
    expect((await beginIn(await accounts.signIn(email, 'pour it slowly'))).status).toBe(200);
  });

  test('nor after the link that undoes a factor', async () => {
    const { email } = await changedOften();
    await addApp(accounts, (await accounts.signIn(email)).access_token);
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const body = { token_hash, password: PASSWORD, new_password: 'pour it slowly' };
    expect((await strict.request('POST', '/factors/undo', { body })).status).toBe(200);
    expect((await beginIn(await accounts.signIn(email, 'pour it slowly'))).status).toBe(200);
  });
});

describe('what is not told by email does not count as a change', () => {
  const strict = accounts.process({ limits: { securityNotices: { points: 3, seconds: 86_400 } } });

  async function canChangePassword(email: string) {
    const { access_token: token } = await accounts.signIn(email);
    const body = { password: 'pour it slowly', current_password: PASSWORD };
    expect((await strict.request('PUT', '/user', { token, body })).status).toBe(200);
  }

  test('factors that are begun and never finished', async () => {
    const { email } = await accounts.newUser();
    const { access_token: token } = await accounts.signIn(email);
    for (let time = 0; time < 4; time += 1) {
      const body = { factor_type: 'totp', friendly_name: 'a thief’s' };
      const begun = await strict.request('POST', '/factors', { token, body });
      expect(begun.status).toBe(200);
      await strict.request('DELETE', `/factors/${begun.body.id}`, { token });
    }
    await canChangePassword(email);
  });

  test('a new password that is the old one', async () => {
    const { email } = await accounts.newUser();
    const { access_token: token } = await accounts.signIn(email);
    for (let time = 0; time < 4; time += 1) {
      const body = { password: PASSWORD, current_password: PASSWORD };
      const refused = await strict.request('PUT', '/user', { token, body });
      expect(refused.body.error_code).toBe('same_password');
    }
    await canChangePassword(email);
  });

  test('recovery codes that are there already', async () => {
    const { email } = await accounts.newUser();
    const added = await addApp(accounts, (await accounts.signIn(email)).access_token);
    const { access_token: token } = added.session;
    const generate = () => strict.request('POST', '/factors/recovery-codes', { token });
    expect((await generate()).status).toBe(200);
    for (let time = 0; time < 4; time += 1) {
      expect((await generate()).body.error_code).toBe('mfa_verified_factor_exists');
    }
    const again = await strict.request('POST', '/factors/recovery-codes/regenerate', { token });
    expect(again.status).toBe(200);
  });
});

test('a session begins sixty factors in five minutes, whatever another session begins', async () => {
  const { email } = await accounts.newUser();
  const begin = (token: string) =>
    accounts.request('POST', '/factors', { token, body: { factor_type: 'totp' } });
  const { access_token: token } = await accounts.signIn(email);
  for (let time = 0; time < 60; time += 1) {
    const { body } = await begin(token);
    await accounts.request('DELETE', `/factors/${body.id}`, { token });
  }
  expect((await begin(token)).status).toBe(429);
  expect((await begin((await accounts.signIn(email)).access_token)).status).toBe(200);
});
