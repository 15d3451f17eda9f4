import { describe, expect, test } from 'vitest';
import { atOnce, type By, openTestAccounts, repeat, tokenOf } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const { email } = await accounts.newUser();
const MINUTES = 60;
const DAY = 86_400;

type Published = { keys: { kid: string }[] };

async function published(process = accounts.process()): Promise<string[]> {
  const { body }: { body: Published } = await process.get('/.well-known/jwks.json');
  return body.keys.map(({ kid }) => kid);
}

const keyIdOf = (by: By) =>
  JSON.parse(Buffer.from(tokenOf(by).split('.')[0] ?? '', 'base64url').toString()).kid;

const accepts = ({ auth }: Pick<typeof accounts, 'auth'>, by: By) =>
  auth.authenticate(`Bearer ${tokenOf(by)}`);

test('eight processes that start at once on a new database create one key, useless without the secret', async () => {
  const seen = await atOnce(8, () => published());
  expect(new Set(seen.flat()).size).toBe(1);
  const kept = await accounts.rows(
    `select encode(private_key, 'escape') as text from auth.signing_keys`,
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]?.text).not.toContain('PRIVATE KEY');
});

/** Advances the time of the keys, which use the database's clock, and of processes that cache them. */
async function grow(seconds: number) {
  accounts.advance({ seconds: Math.min(seconds, DAY) }); // the expiry of tokens is tested elsewhere
  await accounts.rows(
    `update auth.signing_keys set created_at = created_at - $1 * interval '1 second',
       signs_from = signs_from - $1 * interval '1 second'`,
    [seconds],
  );
}

test('rotation: a new key is published before it signs, and the old one until its last token has expired', async () => {
  const [oldKey] = await published();
  await grow(91 * DAY);

  const running = accounts.process(); // has loaded the keys before the next one was created
  const [newKey, second] = await published(running);
  expect(second).toBe(oldKey);
  expect(newKey).not.toBe(oldKey);
  const before = await running.signIn(email);
  expect(keyIdOf(before)).toBe(oldKey);

  await grow(21 * MINUTES);
  const after = await running.signIn(email);
  expect(keyIdOf(after)).toBe(newKey);
  for (const session of [before, after]) await accepts(accounts.process(), session);

  await grow(100 * MINUTES);
  expect(await published()).toEqual([newKey]);
});

test('many processes rotate to one new key', async () => {
  await grow(91 * DAY);
  const seen = await atOnce(6, () => published());
  expect(new Set(seen.map((keys) => keys.join())).size).toBe(1);
  expect(seen[0]).toHaveLength(2);
});

describe('a wrong clock', () => {
  const keysNow = () =>
    accounts.rows('select id, created_at, signs_from from auth.signing_keys order by id');

  test.each([200, -200])(
    'by %i days in one process neither makes nor deletes a key, and there signing in works',
    async (days) => {
      const before = await keysNow();
      accounts.advance({ days });
      const astray = accounts.process();
      await astray.signIn(email);
      await astray.auth.pruneExpired();
      await published(astray);
      accounts.advance({ days: -days });
      expect(await keysNow()).toEqual(before);
      await accepts(accounts, await accounts.process().signIn(email));
      await astray.signIn(email); // its clock was set back while it ran
    },
  );

  test('in the database has left keys from the future: they are corrected, and signing in works at once', async () => {
    const running = await accounts.signIn(email);
    await accounts.rows(
      `update auth.signing_keys set created_at = created_at + interval '200 days',
         signs_from = signs_from + interval '200 days'`,
    );
    const restarted = accounts.process();
    await accepts(restarted, await restarted.signIn(email));
    await accepts(restarted, running);
    const [row] = await accounts.rows(
      "select max(created_at) <= now() and max(signs_from) <= now() + interval '1 minute' as right from auth.signing_keys",
    );
    expect(row?.right).toBe(true);
    await grow(91 * DAY);
    expect((await published()).length, 'and they are replaced in good time').toBeGreaterThan(1);
  });

  test('that leaves no key ready to sign prevents nobody from signing in', async () => {
    await accounts.rows(
      `update auth.signing_keys set created_at = now(), signs_from = now() + interval '19 minutes'`,
    );
    await accepts(accounts, await accounts.process().signIn(email));
  });
});

test('with a new secret a new key signs at once, and tokens of the old one stay valid', async () => {
  const old = await accounts.signIn(email);
  const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
  const session = await renewed.signIn(email);
  expect(keyIdOf(session)).not.toBe(keyIdOf(old));
  for (const each of [old, session]) await accepts(renewed, each);
});

test('unknown key ids do not cause a database query each time', async () => {
  const process = accounts.process();
  await published(process);
  const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
  const statements = await accounts.countStatements(() =>
    repeat(100, () => accepts(process, `${head}.e30.AA`).catch(() => {})),
  );
  expect(statements).toBe(0);
});
