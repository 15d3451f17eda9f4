import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const soon = () => performance.now() + 20;
const late = () => performance.now() + 60_000;

test('limits concurrency and admits waiters in the order of their arrival', async () => {
  const semaphore = new Semaphore(2);
  expect([semaphore.enter(late()), semaphore.enter(late())]).toEqual([true, true]);
  const entered: string[] = [];
  const waiting = ['third', 'fourth'].map(async (name) => {
    await semaphore.enter(late());
    entered.push(name);
  });
  semaphore.leave();
  semaphore.leave();
  await Promise.all(waiting);
  expect(entered).toEqual(['third', 'fourth']);
});

test('a waiter that timed out takes no place, and neither does one after its deadline', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.enter(late());
  expect(await semaphore.enter(soon())).toBe(false);
  semaphore.leave();
  expect(await semaphore.enter(performance.now() - 1)).toBe(false);
  expect(await semaphore.enter(soon())).toBe(true);
});
