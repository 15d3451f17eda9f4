import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const cheap = { hashMemoryKiB: 64, hashPasses: 1, maxConcurrentHashes: 1, maxWaitingHashes: 3 };

test('with a full queue further hashes are refused for now, and those in the queue are computed', async () => {
  const passwords = createPasswords(cheap);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () => passwords.hash('steep the petals', [])),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  expect(refused).toHaveLength(8);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({
      reason: { code: 'request_timeout', status: 503, retryAfterSeconds: 5 },
    });
  }
  await Promise.all(Array.from({ length: 4 }, () => passwords.hash('steep the petals', [])));
});

test('a password is the same however a keyboard encodes its letters', async () => {
  const passwords = createPasswords(cheap);
  for (const text of ['café crème', 'क़लम और चाय', '각각의 차']) {
    const [composed, decomposed] = [text.normalize('NFC'), text.normalize('NFD')];
    expect(await passwords.verify(await passwords.hash(composed, []), decomposed, []), text).toBe(
      true,
    );
    expect(await passwords.verify(await passwords.hash(decomposed, []), composed, []), text).toBe(
      true,
    );
  }
  const [capital, wide] = ['Steep the petals', 'ｓteep the petals'];
  const hashed = await passwords.hash('steep the petals', []);
  expect(await passwords.verify(hashed, capital, [])).toBe(false);
  expect(await passwords.verify(hashed, wide, [])).toBe(false);
});

test('one hashed as typed, by an older version, still works', async () => {
  const decomposed = 'café crème'.normalize('NFD');
  const before = await hash(decomposed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  expect(await createPasswords(cheap).verify(before, decomposed, [])).toBe(true);
});

test('no password matches a user without one', async () => {
  const passwords = createPasswords(cheap);
  for (const guess of ['', 'nobody has this password']) {
    expect(await passwords.verify(null, guess, [])).toBe(false);
  }
});
