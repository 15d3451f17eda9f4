import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatewayTimeouts, withGatewayTimeout } from './timeouts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a sync takes less time than one gateway request, creating an order at most two', () => {
  const { sync, createOrder } = gatewayTimeouts(10_000);
  expect(sync).toBeLessThan(10_000);
  expect(createOrder).toBe(20_000);
  expect(sync + createOrder, 'less than the browser waits').toBeLessThan(30_000);
});

test('work that takes too long fails exactly at the timeout', async () => {
  let failed: unknown;
  withGatewayTimeout(800, new Promise(() => {})).catch((failure) => {
    failed = failure;
  });
  await vi.advanceTimersByTimeAsync(799);
  expect(failed).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toMatchObject({ code: 'TIMEOUT' });
});

test('a result in time is returned, and its timer is cleared', async () => {
  expect(await withGatewayTimeout(800, Promise.resolve('tea'))).toBe('tea');
  expect(vi.getTimerCount()).toBe(0);
});
