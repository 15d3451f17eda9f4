import { expect, test } from 'vitest';
import { reportMutex } from './report-mutex.ts';

test('reports run one after the other, also if one fails', async () => {
  const runExclusive = reportMutex();
  let reading = 0;
  const read = async (n: number) => {
    reading += 1;
    expect(reading).toBe(1);
    await new Promise(setImmediate);
    reading -= 1;
    if (n === 1) throw new Error('This one fails');
    return n;
  };
  const reports = [0, 1, 2].map((n) => runExclusive(() => read(n)));
  expect(await Promise.allSettled(reports)).toMatchObject([
    { value: 0 },
    { reason: { message: 'This one fails' } },
    { value: 2 },
  ]);
});

test('a report that waits too long is refused with a retry time', async () => {
  const runExclusive = reportMutex(1);
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const first = runExclusive(() => ended);
  await expect(runExclusive(async () => 'second')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  });
  end('first');
  expect(await first).toBe('first');
  await expect.poll(() => runExclusive(async () => 'third')).toBe('third');
});
