import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import type { AuthOptions } from '#auth-server/settings.ts';
import {
  atOnce,
  openTestAccounts,
  repeat,
  statusesOf,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import { addApp } from '#auth-server-test/factors.ts';
import { ADMITTED, createHashQueue } from './hash-queue.ts';
import { createPasswords, type Hashing } from './passwords.ts';

test('a password is the same however a keyboard encodes its letters, and nobody’s where there is none', async () => {
  const cost = { hashMemoryKiB: 64, hashPasses: 1, maxConcurrentHashes: 1, maxWaitingHashes: 3 };
  const passwords = createPasswords(cost);
  for (const text of ['café crème', 'क़लम और चाय', '각각의 차']) {
    const forms = [text.normalize('NFC'), text.normalize('NFD')] as const;
    for (const [typed, stored] of [forms, forms.toReversed()]) {
      const hashed = await passwords.hash(stored ?? '', []);
      expect(await passwords.verify(hashed, typed ?? '', []), text).toBe(true);
    }
  }
  const decomposed = 'café crème'.normalize('NFD');
  const before = await hash(decomposed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  expect(await passwords.verify(before, decomposed, []), 'by an older version').toBe(true);
  // With this one the time is spent for users without a password.
  expect(await passwords.verify(null, 'nobody has this password', [])).toBe(false);
});

test('a full queue refuses, but keeps what was let in before: behind a sign-up nobody would try again', async () => {
  const queued = createHashQueue(1, 1);
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const running = queued(() => promise, []);
  const waiting = queued(async () => 'waited', []);
  const busy = { code: 'request_timeout', status: 503, details: { retryAfterSeconds: 5 } };
  await expect(queued(async () => 'refused', [])).rejects.toMatchObject(busy);
  const behind = queued(async () => 'compared', ADMITTED);
  finish();
  expect(await Promise.all([waiting, behind])).toEqual(['waited', 'compared']);
  await running;
});

describe('while a hash does not end nobody is kept from signing in', async () => {
  /** A queue that one user can all but fill. */
  const small = { maxConcurrentHashes: 1, maxWaitingHashes: 9 };
  const accounts = await openTestAccounts({ limitsFactor: 100 });
  const { newUser, signIn } = accounts;

  let mayHash = Promise.resolve();
  const hashing: Hashing = {
    hash: (...parameters) => mayHash.then(() => hash(...parameters)),
    verify: (...parameters) => mayHash.then(() => verify(...parameters)),
  };
  const process = (settings: Partial<AuthOptions>) => accounts.process(settings, { hashing });

  /** Somebody else signs in while so many requests of a stranger wait, and the first is refused. Their answers. */
  async function signInDuring(
    send: (n: number) => Promise<TestResponse>,
    times: number,
    other: () => Promise<TestResponse>,
  ): Promise<TestResponse[]> {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    mayHash = promise;
    try {
      const answers = Array.from({ length: times }, (_, n) => send(n));
      const refused = await Promise.any(
        answers.map(async (each) => {
          const answer = await each;
          if (answer.status !== 503) throw new Error('was let in');
          return answer;
        }),
      );
      expect(refused.body.code).toBe('request_timeout');
      const signedIn = other();
      await Promise.race([signedIn, sleep(300)]); // long enough to be refused
      goOn();
      expect((await signedIn).status).toBe(200);
      return await Promise.all(answers);
    } finally {
      goOn();
    }
  }

  test('by a user who tries passwords in many sessions at once', async () => {
    const crowded = process(small);
    const [{ email: thief }, { email }] = [await newUser(), await newUser()];
    const sessions = await repeat(20, () => signIn(thief));
    const body = { password: 'pour it slowly', current_password: 'a guess at it' };
    const answers = await signInDuring(
      (n) => crowded.post('/user/password', body, sessions[n]),
      sessions.length,
      () => crowded.tryPassword(email),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([400, 503]));
  });

  test('nor by one who tries recovery codes, or makes new ones over and over', async () => {
    const strict = process({ ...small, maxWaitingHashesOfUser: 2 });
    const [{ email: thief }, { email }] = [await newUser(), await newUser()];
    const { session } = await addApp(accounts, await signIn(thief));
    const post = (path: string, body?: object) =>
      strict.post(`/factors/recovery-codes${path}`, body, session);
    const alone = await post('');
    expect(alone.body.codes, 'ten hashes fit the share of a user').toHaveLength(10);
    for (const [path, body] of [
      ['/regenerate', {}],
      ['/verify', { code: '0000-0000-0000-0000' }],
    ] as const) {
      await signInDuring(
        () => post(path, body),
        20,
        () => strict.tryPassword(email),
      );
    }
  });

  test('nor another network by a machine that guesses at many accounts', async () => {
    const strict = process({ ...small, maxWaitingHashesOfNetwork: 5 });
    const { email } = await newUser();
    await strict.tryPassword('nobody@example.com'); // made: the hash that guesses without a user are compared with
    await signInDuring(
      (n) => strict.tryPassword(`${n}@example.com`, 'a guess', '203.0.113.50'),
      20,
      () => strict.tryPassword(email),
    );
  });

  test('in an office of thirty that signs in at the same moment behind one address', async () => {
    const people = await atOnce(30, () => newUser());
    const office = accounts.process({ maxConcurrentHashes: 2 });
    const answers = await Promise.all(
      people.map(({ email }) => office.tryPassword(email, undefined, '203.0.113.51')),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  });
});
