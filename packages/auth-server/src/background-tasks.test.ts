import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '#auth-server-test/accounts.ts';
import { createBackground } from './background-tasks.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('background work starts at an unpredictable time within a second', async () => {
  vi.useFakeTimers();
  const background = createBackground(silentLog);
  const begun: number[] = [];
  for (let n = 0; n < 200; n += 1) background.run(async () => void begun.push(Date.now()));
  const asked = Date.now();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(200);
  expect(Math.max(...begun) - asked).toBeGreaterThan(800);
  expect(new Set(begun).size).toBeGreaterThan(100);
});

test('settling does not wait for that time, but for the work and for work it has started', async () => {
  vi.useFakeTimers(); // time stands still
  const background = createBackground(silentLog);
  const done: string[] = [];
  background.run(async () => {
    background.run(async () => void done.push('second'));
    done.push('first');
  });
  background.run(() => Promise.reject(new Error('this is logged')));
  await background.drain();
  expect(done).toEqual(['first', 'second']);
});
