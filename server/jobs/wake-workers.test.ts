import { expect, test, vi } from 'vitest';
import { wakeWorkers } from './wake-workers.ts';

test('jobs that are queued together wake their worker once, a moment later', () => {
  vi.useFakeTimers();
  const woken: string[] = [];
  const workers = wakeWorkers({ notifyWorker: (id) => woken.push(id) });
  workers.add('auth-mail', 'the worker');
  workers.wake('auth-mail');
  workers.wake('auth-mail');
  workers.wake('picture'); // run by other processes
  expect(woken).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(woken).toEqual(['the worker']);

  workers.wake('auth-mail');
  vi.advanceTimersByTime(500);
  expect(woken).toEqual(['the worker', 'the worker']);

  workers.wake('auth-mail');
  workers.stop();
  vi.advanceTimersByTime(500);
  expect(woken).toHaveLength(2);
  vi.useRealTimers();
});
