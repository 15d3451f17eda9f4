import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const soon = () => performance.now() + 20;
const late = () => performance.now() + 60_000;

test('lets so many in, and the next ones in the order they came when somebody leaves', async () => {
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

test('who waited in vain takes no place, and neither does who comes too late', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.enter(late());
  expect(await semaphore.enter(soon())).toBe(false);
  semaphore.leave();
  expect(await semaphore.enter(performance.now() - 1)).toBe(false);
  expect(await semaphore.enter(soon())).toBe(true);
});
