import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type By,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  solve,
  withProof,
} from '#auth-server-test/accounts.ts';
import { addApp, makeCodes } from '#auth-server-test/factors.ts';

/** Without the limit of a day, which has tests of its own below. */
const limits = { mailDay: { points: 1000, seconds: 86_400 } };
const accounts = await openTestAccounts({ confirmEmail: true, limits });
const open = accounts.process({ confirmEmail: false });
const { kindsTo } = accounts;

const newEmail = () => `${randomUUID()}@example.com`;

async function newSession() {
  const { email } = await open.newUser();
  return { email, session: await open.signIn(email) };
}

/** Sends a request, and waits for the email. */
async function post(path: string, body: object) {
  const answer = await accounts.post(path, body);
  await accounts.auth.drain();
  return answer;
}

const openNewest = async (email: string) => accounts.open(await accounts.linkTo(email));

/** How many seconds the counts of this limit are kept at most. */
async function secondsOf(limit: string): Promise<number> {
  const [row] = await accounts.rows(
    `select (max(expire) - extract(epoch from now()) * 1000) / 1000 as seconds
     from rate_limits where key like $1`,
    [`${limit}:%`],
  );
  return Number(row?.seconds);
}

describe('a stranger who requests other emails does not prevent the owner from', () => {
  test('changing to another address, getting a code, and resetting the password', async () => {
    const { email, session } = await newSession();
    const { session: strangers } = await newSession();
    await repeat(8, async (time) => {
      await post('/resend', { type: 'signup', email });
      await post('/signup', { email, password: `of a stranger ${time}` });
      await open.update(strangers, { email });
      await open.auth.drain();
    });
    expect((await open.update(session, { email: newEmail() })).status).toBe(200);
    expect((await kindsTo(email)).at(-1)).toBe('confirm_email_change');
    expect((await open.get('/reauthenticate', session)).status).toBe(200);
    expect(await kindsTo(email)).toContain('reauthentication');
    await post('/recover', { email });
    expect((await kindsTo(email)).at(-1)).toBe('reset_password');
    expect((await openNewest(email)).status).toBe(200);
  });

  test.each(['/recover', '/resend'])(
    'the first email of an account, by asking %s before there is one',
    async (path) => {
      const email = newEmail();
      await repeat(8, () => post(path, { email, type: 'signup' }));
      expect(await kindsTo(email)).toEqual([]);
      await post('/signup', { email, password: PASSWORD });
      expect(await kindsTo(email)).toEqual(['confirm_sign_up']);
      await post(path, { email, type: 'signup' });
      expect(await kindsTo(email)).toHaveLength(2);
    },
  );
});

test('who requests the same email again and again floods no mailbox; the newest link works, and lives as long as the limit', async () => {
  const { email } = await open.newUser();
  await repeat(10, async () => {
    await post('/recover', { email });
    await post('/recover', { email }); // too soon: nothing is sent, so nothing may be replaced
    await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst%'`);
  });
  expect(await kindsTo(email)).toEqual(Array(5).fill('reset_password'));
  expect((await openNewest(email)).status).toBe(200);
  expect(await secondsOf('mail')).toBeLessThanOrEqual(600);
});

test('whoever has email sent to one address all day pays for each beyond fifteen with work, over all purposes and networks', async () => {
  const daily = accounts.process({ limits: MANY_EMAILS });
  const mover = accounts.process({ confirmEmail: false, limits: {} });
  const needsWork = refusal(400, 'captcha_failed');
  const ways = [
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/signup', { password: PASSWORD }],
  ] as const;
  const { email } = await open.newUser();
  await repeat(15, async (n) => {
    const [path, more] = ways[n % ways.length] ?? ways[0];
    const body = { ...more, email: n % 2 ? email.toUpperCase() : email };
    expect((await daily.post(path, body)).status).toBe(200);
  });
  await daily.auth.drain();
  const emailed = await accounts.emailsTo(email);
  for (const [path, more] of ways) {
    expect(await daily.post(path, { ...more, email })).toMatchObject(needsWork);
  }
  const { session } = await newSession();
  const asked = await mover.update(session, { email });
  expect(asked, 'and for a change to it').toMatchObject(needsWork);
  expect(await accounts.emailsTo(email)).toEqual(emailed);
  expect(await secondsOf('mailDay')).toBeGreaterThan(86_000);
  expect(await secondsOf('mailDay')).toBeLessThanOrEqual(86_400);

  await accounts.rows(`update rate_limits set expire = 0 where key like 'mail:%'`); // ten minutes later
  const { body } = await daily.post('/recover', { email });
  const proof = await solve(body.challenge);
  expect((await daily.post('/recover', withProof({ email }, proof))).status).toBe(200);
  expect((await kindsTo(email)).at(-1)).toBe('reset_password');
  expect((await openNewest(email)).status).toBe(200);
  const paid = withProof({ email }, await solve(asked.body.challenge));
  expect((await mover.update(session, paid)).status).toBe(200);
});

describe('whoever knows the password does not bury the emails that warn the owner', async () => {
  const aDay = (points: number) => ({ points, seconds: 86_400 });
  const few = await openTestAccounts({
    limits: {
      ...MANY_EMAILS,
      recoveryCodeSets: aDay(2),
      mailOfSessionsDay: aDay(3),
      changePassword: { points: 1000, seconds: 300 },
    },
  });
  const told = async (email: string, kind: string) =>
    (await few.kindsTo(email)).filter((each) => each === kind);
  const changeEmail = (by: By) => few.update(by, { email: newEmail() });
  const askForCode = (by: By) => few.get('/reauthenticate', by);
  const tooOften = (words: string) => ({
    status: 429,
    body: { message: expect.stringContaining(words) },
  });

  test('by making recovery codes: so many sets are made in a day, and no code is refused', async () => {
    const { email, session } = await few.newSession();
    let { session: now } = await addApp(few, session);
    await makeCodes(few, now);
    const makeAgain = () => few.post('/factors/recovery-codes/regenerate', undefined, now);
    const { codes } = (await makeAgain()).body;
    expect(await makeAgain()).toMatchObject(tooOften('too often today'));
    expect(await told(email, 'recovery_codes_made')).toHaveLength(2);
    for (const code of codes) {
      const used = await few.post('/factors/recovery-codes/verify', { code }, now);
      expect(used.status).toBe(200);
      now = used.body;
    }
    expect(await told(email, 'recovery_code_used')).toHaveLength(10);
  });

  test('by asking for codes in ever new sessions, or for changes of address; a session by emailed link has its own', async () => {
    const { email, session } = await few.newSession();
    await repeat(4, async () => askForCode(await few.signIn(email)));
    expect(await told(email, 'reauthentication')).toHaveLength(3);
    expect(await askForCode(await few.signIn(email))).toMatchObject(
      tooOften('No further code can be mailed today.'),
    );
    await repeat(4, () => changeEmail(session));
    expect(await told(email, 'confirm_email_change')).toHaveLength(3);
    expect(await changeEmail(await few.signIn(email))).toMatchObject(tooOften('too often today'));

    const owner = await few.openResetLink(email);
    expect((await askForCode(owner)).status).toBe(200);
    expect((await changeEmail(owner)).status).toBe(200);
    expect((await few.update(owner, { password: 'pour it slowly' })).status).toBe(200);
    const next = await few.signIn(email, 'pour it slowly');
    expect((await changeEmail(next)).status, 'with the new password').toBe(200);
  });
});
