import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatewayTimeouts, withTimeout } from './timeouts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a shopper waits for less than one request when something is asked, and for two when an order is made', () => {
  const { asking, creating } = gatewayTimeouts(10_000);
  expect(asking).toBeLessThan(10_000);
  expect(creating).toBe(20_000);
  expect(asking + creating, 'less than the browser waits').toBeLessThan(30_000);
});

test('what does not come within that time has failed, and not before', async () => {
  let failed: unknown;
  withTimeout(800, new Promise(() => {})).catch((failure) => {
    failed = failure;
  });
  await vi.advanceTimersByTimeAsync(799);
  expect(failed).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toMatchObject({ code: 'TOO_LATE' });
});

test('what comes in time is handed on, and leaves no timer', async () => {
  expect(await withTimeout(800, Promise.resolve('tea'))).toBe('tea');
  expect(vi.getTimerCount()).toBe(0);
});
