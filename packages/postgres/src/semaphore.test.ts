import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const soon = () => performance.now() + 20;
const late = () => performance.now() + 60_000;

test('limits concurrency and admits waiters in the order of their arrival', async () => {
  const semaphore = new Semaphore(2);
  expect([semaphore.acquire(late()), semaphore.acquire(late())]).toEqual([true, true]);
  const entered: string[] = [];
  const waiting = ['third', 'fourth'].map(async (name) => {
    await semaphore.acquire(late());
    entered.push(name);
  });
  semaphore.release();
  semaphore.release();
  await Promise.all(waiting);
  expect(entered).toEqual(['third', 'fourth']);
});

test('a waiter that timed out takes no slot, and neither does one after its deadline', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire(late());
  expect(await semaphore.acquire(soon())).toBe(false);
  semaphore.release();
  expect(await semaphore.acquire(performance.now() - 1)).toBe(false);
  expect(await semaphore.acquire(late())).toBe(true);
});

test('work that fails releases its slot for the next', async () => {
  const semaphore = new Semaphore(1);
  const failed = semaphore.run(() => Promise.reject(new Error('no')));
  const next = semaphore.run(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
