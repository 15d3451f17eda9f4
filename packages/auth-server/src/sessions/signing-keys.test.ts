import { describe, expect, test } from 'vitest';
import { openTestAccounts } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const MINUTES = 60;
const DAY = 86_400;

type Published = { keys: { kid: string }[] };

async function published(process = accounts.process()): Promise<string[]> {
  const { body }: { body: Published } = await process.request('GET', '/.well-known/jwks.json');
  return body.keys.map(({ kid }) => kid);
}

function keyIdOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}

test('eight processes that start at once on a new database create one key', async () => {
  const processes = Array.from({ length: 8 }, () => accounts.process());
  const seen = await Promise.all(processes.map(published));
  expect(new Set(seen.flat()).size).toBe(1);
  expect(await accounts.rows('select from auth.signing_keys')).toHaveLength(1);
});

test('the private key in the database is useless without the secret', async () => {
  const [row] = await accounts.rows(
    `select encode(private_key, 'escape') as text from auth.signing_keys`,
  );
  expect(row?.text).not.toContain('PRIVATE KEY');
});

test('every process accepts the tokens of the others', async () => {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  await accounts.process().auth.authenticate(`Bearer ${access_token}`);
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
  const { email } = await accounts.newUser();
  const [oldKey] = await published();
  await grow(91 * DAY);

  const running = accounts.process(); // has loaded the keys before the next one was created
  const [newKey, second] = await published(running);
  expect(second).toBe(oldKey);
  expect(newKey).not.toBe(oldKey);
  const before = await running.signIn(email);
  expect(keyIdOf(before.access_token)).toBe(oldKey);

  await grow(21 * MINUTES);
  const after = await running.signIn(email);
  expect(keyIdOf(after.access_token)).toBe(newKey);
  for (const { access_token } of [before, after]) {
    await accounts.process().auth.authenticate(`Bearer ${access_token}`);
  }

  await grow(100 * MINUTES);
  expect(await published()).toEqual([newKey]);
});

test('many processes rotate to one new key', async () => {
  await grow(91 * DAY);
  const seen = await Promise.all(Array.from({ length: 6 }, () => published()));
  expect(new Set(seen.map((keys) => keys.join())).size).toBe(1);
  expect(seen[0]).toHaveLength(2);
});

describe('a wrong clock', () => {
  const keysNow = () =>
    accounts.rows('select id, created_at, signs_from from auth.signing_keys order by id');

  test.each([200, -200])(
    'by %i days in one process neither makes nor deletes a key, and there signing in works',
    async (days) => {
      const { email } = await accounts.newUser();
      const before = await keysNow();
      accounts.advance({ days });
      const astray = accounts.process();
      await astray.signIn(email);
      await astray.auth.pruneExpired();
      await published(astray);
      accounts.advance({ days: -days });
      expect(await keysNow()).toEqual(before);
      const { access_token } = await accounts.process().signIn(email);
      await accounts.auth.authenticate(`Bearer ${access_token}`);
      await astray.signIn(email); // its clock was set back while it ran
    },
  );

  test('in the database has left keys from the future: they are corrected, and signing in works at once', async () => {
    const { email } = await accounts.newUser();
    const running = await accounts.signIn(email);
    await accounts.rows(
      `update auth.signing_keys set created_at = created_at + interval '200 days',
         signs_from = signs_from + interval '200 days'`,
    );
    const restarted = accounts.process();
    const { access_token } = await restarted.signIn(email);
    await restarted.auth.authenticate(`Bearer ${access_token}`);
    await restarted.auth.authenticate(`Bearer ${running.access_token}`);
    const [row] = await accounts.rows(
      "select max(created_at) <= now() and max(signs_from) <= now() + interval '1 minute' as right from auth.signing_keys",
    );
    expect(row?.right).toBe(true);
    await grow(91 * DAY);
    expect((await published()).length, 'and they are replaced in good time').toBeGreaterThan(1);
  });

  test('that leaves no key ready to sign prevents nobody from signing in', async () => {
    const { email } = await accounts.newUser();
    await accounts.rows(
      `update auth.signing_keys set created_at = now(), signs_from = now() + interval '19 minutes'`,
    );
    const { access_token } = await accounts.process().signIn(email);
    await accounts.auth.authenticate(`Bearer ${access_token}`);
  });
});

test('with a new secret a new key signs at once, and tokens of the old one stay valid', async () => {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
  const session = await renewed.signIn(email);
  expect(keyIdOf(session.access_token)).not.toBe(keyIdOf(access_token));
  await renewed.auth.authenticate(`Bearer ${access_token}`);
  await renewed.auth.authenticate(`Bearer ${session.access_token}`);
});

test('unknown key ids do not cause a database query each time', async () => {
  const process = accounts.process();
  await published(process);
  const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
  const statements = await accounts.countStatements(async () => {
    for (let time = 0; time < 100; time += 1) {
      await process.auth.authenticate(`Bearer ${head}.e30.AA`).catch(() => {});
    }
  });
  expect(statements).toBe(0);
});
