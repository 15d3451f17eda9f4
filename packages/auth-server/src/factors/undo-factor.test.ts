import { expect, test } from 'vitest';
import {
  atOnce,
  type By,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import { addApp, makeCodes, showApp, undoToken, withApp } from '#auth-server-test/factors.ts';

/** A stranger has added a second factor. The owner has the email about it, and knows the password. */
const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { post, read, refresh, remove } = accounts;

const NEW = 'steeped in peace';
const STRANGERS = 'the thiefs own tea';
const ended = refusal(403, 'otp_expired');

/** A user with an app, and the token of the link about it. */
async function withUndo() {
  const account = await withApp(accounts);
  return { ...account, token: await undoToken(accounts, account.email) };
}

const undo = (token_hash: string, password = PASSWORD, new_password = NEW) =>
  post('/factors/undo', { token_hash, password, new_password });

/** Changes the password as somebody who knows it. */
async function changePassword(by: By, current_password: string, password: string) {
  const { status, body } = await accounts.update(by, { current_password, password });
  expect(status, JSON.stringify(body)).toBe(200);
}

const removeApp = async ({ id }: { id: string }, by: By) =>
  expect((await remove(`/factors/${id}`, by)).status).toBe(200);

async function isBackIn(email: string, password = NEW): Promise<void> {
  const session = await accounts.signIn(email, password);
  expect((await read(session)).body.factors).toEqual([]);
  expect(await accounts.enters(session)).toBe(true);
}

test('the link and the password remove the factor, end every session and set a new password', async () => {
  const { email, session, token } = await withUndo();
  const elsewhere = await accounts.signIn(email);
  expect(await undo(token)).toMatchObject({ status: 200, body: { email, factors: [] } });
  for (const open of [session, elsewhere]) {
    expect((await read(open)).status).toBe(403);
    expect((await refresh(open)).status).toBe(400);
  }
  expect(errorOf(await accounts.tryPassword(email))).toBe('invalid_credentials');
  await isBackIn(email);
  expect(await accounts.kindsTo(email)).toEqual([
    'factor_added',
    'factor_removed',
    'password_changed',
  ]);
});

test('an undo link works for seven days, and once, also of requests at once', async () => {
  const { token } = await withUndo();
  const { token: late } = await withUndo();
  accounts.advance({ days: 7, seconds: -130 });
  expect(statusesOf(await atOnce(3, () => undo(token)))).toEqual([200, 403, 403]);
  accounts.advance({ seconds: 71 });
  expect(await undo(late)).toMatchObject(ended);
});

test('the link alone does nothing: not without the password, with a wrong one, or with a weak new one', async () => {
  const { session, token } = await withUndo();
  for (const [password, next, code] of [
    ['', NEW, 'current_password_required'],
    ['not the password', NEW, 'current_password_invalid'],
    [PASSWORD, 'short', 'weak_password'],
    [PASSWORD, 'password123', 'weak_password'],
    [PASSWORD, PASSWORD, 'same_password'],
  ] as const) {
    expect(errorOf(await undo(token, password, next))).toBe(code);
  }
  expect((await read(session)).body.factors).toHaveLength(1);
});

test('a stranger who changes the password, first or afterwards, and many times, does not defeat the link', async () => {
  const after = await withUndo();
  await changePassword(after.session, PASSWORD, STRANGERS);
  expect((await undo(after.token)).status).toBe(200);
  expect(errorOf(await accounts.tryPassword(after.email, STRANGERS))).toBe('invalid_credentials');
  await isBackIn(after.email);

  const { email } = await accounts.newUser();
  let password = PASSWORD;
  await repeat(8, async (time) => {
    await changePassword(await accounts.signIn(email, password), password, `${STRANGERS} ${time}`);
    password = `${STRANGERS} ${time}`;
    accounts.advance({ seconds: 3600 });
  });
  await addApp(accounts, await accounts.signIn(email, password));
  expect((await undo(await undoToken(accounts, email))).status).toBe(200);
  await isBackIn(email);
});

test('a password that was replaced long before the factor was added does not count', async () => {
  const { email, session } = await accounts.newSession();
  await changePassword(session, PASSWORD, 'pour it slowly');
  accounts.advance({ days: 8 });
  await addApp(accounts, await accounts.signIn(email, 'pour it slowly'));
  const token = await undoToken(accounts, email);
  expect(errorOf(await undo(token, PASSWORD))).toBe('current_password_invalid');
  expect((await undo(token, 'pour it slowly')).status).toBe(200);
});

test('what the stranger added with its help goes with it: further factors and recovery codes', async () => {
  const { email, app, session, token } = await withUndo();
  const second = await addApp(accounts, session, 'second');
  await makeCodes(accounts, second.session);
  await removeApp(app, second.session);
  expect(await undo(token)).toMatchObject({ status: 200, body: { factors: [] } });
  await isBackIn(email);
});

test('the owner’s own factor stays, and is required as before; one that the stranger has removed is not', async () => {
  const { email, app, session } = await withApp(accounts);
  await addApp(accounts, session, 'of a thief');
  expect(await undo(await undoToken(accounts, email))).toMatchObject({
    status: 200,
    body: { factors: [{ id: app.id, friendly_name: 'phone' }] },
  });
  expect((await showApp(accounts, await accounts.signIn(email, NEW), app)).status).toBe(200);

  const other = await withApp(accounts);
  const thiefs = await addApp(accounts, other.session, 'of a thief');
  await removeApp(other.app, thiefs.session);
  expect((await undo(await undoToken(accounts, other.email))).status).toBe(200);
  await isBackIn(other.email);
});

test('a factor that the owner has removed leaves nothing to undo; an account without a password needs only the email', async () => {
  const { app, session, token } = await withUndo();
  await removeApp(app, session);
  expect(await undo(token)).toMatchObject(ended);
  const other = await withUndo();
  await accounts.rows('update auth.users set password_hash = null where id = $1', [other.id]);
  expect((await undo(other.token, '')).status).toBe(200);
  await isBackIn(other.email);
});

test('recovery codes that the stranger generated before their factor go with it, and older ones stay', async () => {
  const { email, app, session } = await withApp(accounts);
  const useCode = async (password: string, code = '') => {
    const body = { code };
    const low = await accounts.signIn(email, password);
    return (await post('/factors/recovery-codes/verify', body, low)).status;
  };
  const showAppAgain = async (password: string) =>
    (await showApp(accounts, await accounts.signIn(email, password), app)).body;
  const [owners] = await makeCodes(accounts, session);
  accounts.advance({ days: 8 });
  await addApp(accounts, await showAppAgain(PASSWORD), 'of a thief');
  expect((await undo(await undoToken(accounts, email))).status).toBe(200);
  expect(await useCode(NEW, owners)).toBe(200);

  const thief = await showAppAgain(NEW);
  const { body: thiefs } = await post('/factors/recovery-codes/regenerate', undefined, thief);
  await addApp(accounts, thief, 'of a thief again');
  const undone = await undo(await undoToken(accounts, email), NEW, 'a kettle of calm');
  expect(undone.body.factors).toMatchObject([{ id: app.id }]);
  expect(await useCode('a kettle of calm', thiefs.codes[0])).not.toBe(200);
});
