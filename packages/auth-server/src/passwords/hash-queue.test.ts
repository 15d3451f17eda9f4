import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type TestResponse } from '#auth-server-test/accounts.ts';
import { addApp } from '#auth-server-test/factors.ts';
import { ADMITTED, createHashQueue } from './hash-queue.ts';

const busy = { code: 'request_timeout', status: 503, retryAfterSeconds: 5 };

/** A queue of one place that is taken until `finish`. */
function busyQueue() {
  const queued = createHashQueue(1, 10);
  let finish = () => {};
  const running = queued(() => new Promise<void>((done) => (finish = done)), []);
  return { queued, finish: () => finish(), running };
}

test('what was let in before waits however full the queue is: behind a sign-up nobody would try again', async () => {
  const queued = createHashQueue(1, 1);
  let finish = () => {};
  const running = queued(() => new Promise<void>((done) => (finish = done)), []);
  const waiting = queued(async () => 'waited', []);
  await expect(queued(async () => 'refused', [])).rejects.toMatchObject(busy);
  const behind = queued(async () => 'compared', ADMITTED);
  finish();
  expect(await Promise.all([waiting, behind])).toEqual(['waited', 'compared']);
  await running;
});

describe('whoever sends much at once', () => {
  const flood = [{ key: 'user flood', max: 3 }];
  const other = [{ key: 'user other', max: 3 }];

  test('is refused beyond a share of the queue, and nobody else is', async () => {
    const { queued, finish, running } = busyQueue();
    const sent = Array.from({ length: 9 }, (_, n) => queued(async () => n, flood));
    const outcomes = Promise.allSettled(sent);
    const others = Array.from({ length: 3 }, (_, n) => queued(async () => n, other));
    finish();
    expect(await Promise.all(others)).toEqual([0, 1, 2]);
    expect((await outcomes).slice(0, 3)).toMatchObject([{ value: 0 }, { value: 1 }, { value: 2 }]);
    for (const refused of (await outcomes).slice(3)) {
      expect(refused).toMatchObject({ reason: busy });
    }
    await running;
    expect(await Promise.all([1, 2, 3].map((n) => queued(async () => n, flood)))).toEqual([
      1, 2, 3,
    ]);
  });

  test('is refused for each share that is full, and takes up nothing then', async () => {
    const { queued, finish } = busyQueue();
    const both = [...flood, { key: 'users of one network', max: 1 }];
    const waiting = queued(async () => 'first', both);
    await expect(queued(async () => 'second', both)).rejects.toMatchObject(busy);
    await expect(queued(async () => 'third', both)).rejects.toMatchObject(busy);
    const own = [1, 2].map((n) => queued(async () => n, flood));
    finish();
    expect(await Promise.all([waiting, ...own])).toEqual(['first', 1, 2]);
  });
});

/** Hashes that take long enough to wait for each other, in a queue that one user can all but fill. */
const slow = { hashMemoryKiB: 32_768, hashPasses: 2, maxConcurrentHashes: 1, maxWaitingHashes: 9 };
const accounts = await openTestAccounts({ limitsFactor: 100 });
const crowded = accounts.process(slow);

/** The answers to all of them; resolves `refused` with the first that is 503. */
function flood(send: () => Promise<TestResponse>, times: number) {
  const answers = Array.from({ length: times }, send);
  const refused = Promise.any(
    answers.map(async (each) => {
      const answer = await each;
      if (answer.status !== 503) throw new Error('was let in');
      return answer;
    }),
  );
  return { answers: Promise.all(answers), refused };
}

const signInElsewhere = (email: string) =>
  crowded.request('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } });

test('a user who tries passwords in many sessions at once keeps nobody from signing in', async () => {
  const [{ email: thief }, { email }] = [await accounts.newUser(), await accounts.newUser()];
  const sessions = await Promise.all(Array.from({ length: 40 }, () => accounts.signIn(thief)));
  let next = 0;
  const { answers, refused } = flood(() => {
    const token = sessions[next++]?.access_token ?? '';
    const body = { password: 'pour it slowly', current_password: 'a guess at it' };
    return crowded.request('POST', '/user/password', { token, body });
  }, sessions.length);
  expect(await refused).toMatchObject({ body: { error_code: 'request_timeout' } });
  expect((await signInElsewhere(email)).status).toBe(200);
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([400, 503]));
});

test('nor does one who tries recovery codes, or makes new ones over and over', async () => {
  const [{ email: thief }, { email }] = [await accounts.newUser(), await accounts.newUser()];
  const { session } = await addApp(accounts, (await accounts.signIn(thief)).access_token);
  const token = session.access_token;
  const strict = accounts.process({ ...slow, maxWaitingHashesOfUser: 2 });
  const alone = await strict.request('POST', '/factors/recovery-codes', { token });
  expect(alone.body.codes, 'ten hashes fit the share of a user').toHaveLength(10);
  const kinds = [
    ['/factors/recovery-codes/regenerate', {}],
    ['/factors/recovery-codes/verify', { code: '0000-0000-0000-0000' }],
  ] as const;
  for (const [path, body] of kinds) {
    const { answers, refused } = flood(() => strict.request('POST', path, { token, body }), 20);
    expect(await refused, path).toMatchObject({ body: { error_code: 'request_timeout' } });
    expect((await signInElsewhere(email)).status, path).toBe(200);
    await answers;
  }
});

test('a machine that guesses at many accounts keeps no other network from signing in', async () => {
  const strict = accounts.process({ ...slow, maxWaitingHashesOfNetwork: 5 });
  const { email } = await accounts.newUser();
  const guess = () =>
    strict.request('POST', '/token?grant_type=password', {
      body: { email: `${crypto.randomUUID()}@example.com`, password: 'a guess' },
      from: '203.0.113.50',
    });
  const { answers, refused } = flood(guess, 30);
  await refused;
  const elsewhere = await strict.request('POST', '/token?grant_type=password', {
    body: { email, password: PASSWORD },
  });
  expect(elsewhere.status).toBe(200);
  await answers;
});

test('an office of thirty that signs in at the same moment behind one address is let in', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => accounts.newUser()));
  const office = accounts.process({ maxConcurrentHashes: 2 });
  const answers = await Promise.all(
    people.map(({ email }) =>
      office.request('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
        from: '203.0.113.51',
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
