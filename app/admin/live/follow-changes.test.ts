import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Open = Parameters<typeof followChanges>[2];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server that greets each stream and ends it after `ms`. */
function serverEndingAfter(lifetime: number) {
  const opened: number[] = [];
  const open: Open = async (_, onMessage) => {
    opened.push(performance.now());
    onMessage({ kind: 'listening' });
    await wait(lifetime);
  };
  return { open, opened };
}

async function follow(open: Open, ms: number) {
  const stopping = new AbortController();
  const changes: unknown[] = [];
  const over = followChanges(stopping.signal, (change) => changes.push(change), open);
  await vi.advanceTimersByTimeAsync(ms);
  stopping.abort();
  await vi.runAllTimersAsync();
  await over;
  return changes;
}

test('the pauses between streams that end early grow', async () => {
  const { open, opened } = serverEndingAfter(1_000);
  await follow(open, 10 * MINUTE);
  // Without growing pauses there would be about 300.
  expect(opened.length).toBeLessThan(40);
  expect(opened.length).toBeGreaterThan(10);
});

test('a stream that ends after a long time is reopened at once', async () => {
  const { open, opened } = serverEndingAfter(6 * MINUTE);
  await follow(open, 60 * MINUTE);
  const pauses = opened.slice(1).map((at, place) => at - (opened[place] ?? 0) - 6 * MINUTE);
  expect(pauses.length).toBeGreaterThanOrEqual(9);
  expect(Math.max(...pauses)).toBeLessThan(1_300);
});

test('eight browsers of one account share the streams without opening them in a loop', async () => {
  const streams: (() => void)[] = []; // the oldest first, as many as the server keeps
  let attempts = 0;
  const open: Open = (signal, onMessage) =>
    new Promise((resolve) => {
      attempts += 1;
      const end = () => {
        streams.splice(0, streams.length, ...streams.filter((each) => each !== end));
        resolve();
      };
      signal.addEventListener('abort', end);
      streams.push(end);
      if (streams.length > 5) streams[0]?.();
      onMessage({ kind: 'listening' });
    });
  const stopping = new AbortController();
  const all = Array.from({ length: 8 }, () => followChanges(stopping.signal, () => {}, open));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  const before = attempts;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  // Three wait at any time, each about 30 s.
  expect(attempts - before).toBeLessThan(120);
  stopping.abort();
  await Promise.all(all);
});

test('without a stream everything is reloaded every 15 seconds', async () => {
  const changes = await follow(async () => Promise.reject(new Error('no network')), MINUTE);
  expect(changes).toHaveLength(4);
});
