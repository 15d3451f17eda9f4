import { expect, test } from 'vitest';
import { openTestAccounts } from '#test/accounts.ts';

const accounts = await openTestAccounts();
const MINUTES = 60;

type Published = { keys: { kid: string }[] };

async function published(process = accounts.process()): Promise<string[]> {
  const { body }: { body: Published } = await process.ask('GET', '/.well-known/jwks.json');
  return body.keys.map(({ kid }) => kid);
}

function keyIdOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}

test('eight processes that start at once on a new database make one key between them', async () => {
  const processes = Array.from({ length: 8 }, () => accounts.process());
  const seen = await Promise.all(processes.map(published));
  expect(new Set(seen.flat()).size).toBe(1);
  expect(await accounts.rows('select from auth.signing_keys')).toHaveLength(1);
});

test('the private key in the database is of no use without the secret', async () => {
  const [row] = await accounts.rows(
    `select encode(private_key, 'escape') as text from auth.signing_keys`,
  );
  expect(row?.text).not.toContain('PRIVATE KEY');
});

test('a token of one process is good in every other', async () => {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  await accounts.process().auth.shopperFrom(`Bearer ${access_token}`);
});

test('rotation: a new key is published before it signs, and the old one until its last token is dead', async () => {
  const { email } = await accounts.newUser();
  const [oldKey] = await published();
  accounts.pass({ days: 91 });

  const running = accounts.process(); // has loaded the keys before anybody made the next one
  const [newKey, second] = await published(running);
  expect(second).toBe(oldKey);
  expect(newKey).not.toBe(oldKey);
  const before = await running.signIn(email);
  expect(keyIdOf(before.access_token)).toBe(oldKey);

  accounts.pass({ seconds: 21 * MINUTES });
  const after = await running.signIn(email);
  expect(keyIdOf(after.access_token)).toBe(newKey);
  for (const { access_token } of [before, after]) {
    await accounts.process().auth.shopperFrom(`Bearer ${access_token}`);
  }

  accounts.pass({ seconds: 100 * MINUTES });
  expect(await published()).toEqual([newKey]);
});

test('many processes rotate to one new key', async () => {
  accounts.pass({ days: 91 });
  const seen = await Promise.all(Array.from({ length: 6 }, () => published()));
  expect(new Set(seen.map((keys) => keys.join())).size).toBe(1);
  expect(seen[0]).toHaveLength(2);
});

test('with a new secret a new key signs at once, and tokens of the old one stay good', async () => {
  accounts.pass({ days: 1 });
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
  const session = await renewed.signIn(email);
  expect(keyIdOf(session.access_token)).not.toBe(keyIdOf(access_token));
  await renewed.auth.shopperFrom(`Bearer ${access_token}`);
  await renewed.auth.shopperFrom(`Bearer ${session.access_token}`);
});

test('unknown key ids make nobody ask the database again and again', async () => {
  const process = accounts.process();
  await published(process);
  const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
  const statements = await accounts.countStatements(async () => {
    for (let time = 0; time < 100; time += 1) {
      await process.auth.shopperFrom(`Bearer ${head}.e30.AA`).catch(() => {});
    }
  });
  expect(statements).toBe(0);
});
