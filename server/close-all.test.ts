import { expect, test } from 'vitest';
import { closeAll } from './close-all.ts';

const run: string[] = [];
const step = (name: string) => async () => void run.push(name);
const failing = (name: string) => async () => {
  run.push(name);
  throw new Error(`${name} does not close`);
};

test('whatever does not close, all else is closed, the database server last; the first failure is told', async () => {
  const closing = {
    work: [step('settings'), failing('mail'), failing('jobs')],
    connections: [failing('pool'), step('channel')],
  };
  await expect(closeAll(closing, { stop: failing('server') })).rejects.toThrow(
    'jobs does not close',
  );
  expect(run).toEqual(['jobs', 'mail', 'settings', 'pool', 'channel', 'server']);
});

test('the database server runs until the slowest connection is closed', async () => {
  run.length = 0;
  const slow = Promise.withResolvers<void>();
  const connections = [failing('pool'), () => slow.promise.then(step('slow pool'))];
  const closed = closeAll({ work: [], connections }, { stop: step('server') });
  setTimeout(slow.resolve, 20);
  await expect(closed).rejects.toThrow('pool does not close');
  expect(run).toEqual(['pool', 'slow pool', 'server']);
});
