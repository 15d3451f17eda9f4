import { expect, test } from 'vitest';
import {
  type By,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  refusal,
  repeat,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import { addApp, makeCodes, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { get, post, read, remove, signIn } = accounts;

const PATH = '/factors/recovery-codes';
const make = (by: By) => post(PATH, undefined, by);
const makeAgain = (by: By) => post(`${PATH}/regenerate`, undefined, by);
const show = (by: By, code = '') => post(`${PATH}/verify`, { code }, by);

const wrong = refusal(422, 'mfa_verification_failed');

/** A user with an app and recovery codes, and the session that generated them. */
async function withCodes() {
  const user = await withApp(accounts);
  const codes = await makeCodes(accounts, user.session);
  const [first = '', second = ''] = codes;
  return { ...user, codes, first, second };
}

test('the official client generates ten codes, reads how many are left, and signs in with one', async () => {
  const { email, session } = await withApp(accounts);
  const client = accounts.client();
  await client.setSession(session);
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
  const { data: made } = await client.mfa.recoveryCodes.generate();
  expect(made).toMatchObject({ type: 'recovery_code', total: 10 });
  const codes = made?.codes ?? [];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([
    { id: made?.id, friendly_name: 'Recovery codes', status: 'verified' },
  ]);

  const elsewhere = accounts.client();
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  elsewhere.onAuthStateChange((event: string) => void events.push(event));
  const typed = ` ${codes[0]?.toUpperCase().match(/.{4}/g)?.join('-')} `;
  const { data, error } = await elsewhere.mfa.recoveryCodes.verify({ code: typed });
  expect(error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']);
  expect(payloadOf(data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  });
  const left = { total: 10, remaining: 9 };
  expect((await elsewhere.mfa.recoveryCodes.getStatus()).data).toMatchObject(left);
  expect(await accounts.kindsTo(email)).toEqual([
    'factor_added',
    'recovery_codes_made',
    'recovery_code_used',
  ]);
});

test('no code is accepted twice, not even at the same time', async () => {
  const { email, session, first, second } = await withCodes();
  const { body: other } = await show(await signIn(email), second);
  const answers = await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update`,
    () => Promise.all([session, other].map((by) => show(by, first))),
    2,
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
  expect(await show(await signIn(email), first)).toMatchObject(wrong);
});

test('codes are stored as slow hashes, and shown once', async () => {
  const { codes, session, id } = await withCodes();
  const kept = await accounts.rows('select code_hash from auth.recovery_codes');
  for (const { code_hash } of kept) expect(code_hash).toMatch(/^\$argon2id\$/);
  const logged = await accounts.rows('select details from auth.audit_log where user_id = $1', [id]);
  const told = JSON.stringify([await get(PATH, session), await read(session), logged]);
  for (const code of codes) expect(told).not.toContain(code);
});

test('new codes replace the old ones', async () => {
  const { email, first, session } = await withCodes();
  expect(await make(session)).toMatchObject(refusal(422, 'mfa_verified_factor_exists'));
  const { body } = await makeAgain(session);
  const low = await signIn(email);
  expect(await show(low, first)).toMatchObject(wrong);
  expect((await show(low, body.codes[0])).status).toBe(200);
  const emails = await accounts.emailsTo(email);
  const made = emails.filter(({ kind }) => kind === 'recovery_codes_made');
  expect(made).toMatchObject([{ replaces: false }, { replaces: true }]);
});

test('codes need aal2 and another factor, and are deleted with the last other factor', async () => {
  const { email, session: low } = await accounts.newSession();
  for (const answer of [await make(low), await makeAgain(low)]) {
    expect(answer).toMatchObject(refusal(403, 'insufficient_aal'));
  }
  const { app, session } = await addApp(accounts, low);
  expect(errorOf(await makeAgain(session))).toBe('mfa_factor_not_found');
  expect((await make(session)).status).toBe(200);
  expect((await remove(`/factors/${app.id}`, session)).status).toBe(200);
  const now = await signIn(email);
  expect((await read(now)).body.factors).toEqual([]);
  expect((await get(PATH, now)).status).toBe(404);
});

test('with a code a lost phone is removed and another one added', async () => {
  const { email, app, first, second } = await withCodes();
  accounts.advance({ seconds: 301 });
  const { body: steppedUp } = await show(await accounts.openResetLink(email), first);
  expect((await remove(`/factors/${app.id}`, steppedUp)).status).toBe(200);
  const { body: renewed } = await accounts.refresh(steppedUp);
  await addApp(accounts, renewed, 'new phone');

  const other = await withCodes();
  const { body: kept } = await show(await signIn(other.email), other.first);
  await addApp(accounts, kept, 'new phone');
  const left = await show(await signIn(other.email), other.second);
  expect(left.status, 'the codes stay').toBe(200);
  expect((await show(await signIn(email), second)).status, 'no factor was left').not.toBe(200);
});

test('an invalid code, one of another user, or of an account without codes is refused', async () => {
  const { email, first } = await withCodes();
  const low = await signIn(email);
  const almost = `${first.slice(0, 15)}${first.endsWith('0') ? '1' : '0'}`;
  for (const code of [almost, '0'.repeat(4000), '٠'.repeat(16), '------']) {
    expect(await show(low, code), code).toMatchObject(wrong);
  }
  const other = await withCodes();
  const { session: none } = await accounts.newSession();
  for (const by of [await signIn(other.email), none]) {
    expect(await show(by, first)).toMatchObject(wrong);
  }
});

test('guessing is limited per session, and does not lock the owner out of others', async () => {
  const { email, first } = await withCodes();
  const thief = await signIn(email);
  await repeat(10, async () => expect(await show(thief, 'guess')).toMatchObject(wrong));
  const locked = await show(thief, first);
  expect(locked).toMatchObject(refusal(429, 'over_request_rate_limit'));
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await show(await signIn(email), first)).status).toBe(200);
});
