import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { anOrder, rowOf } from '#test/component/fake-orders.ts';
import { coalesce } from './coalesce.ts';
import { followChanges } from './follow-changes.ts';
import { readMessages } from './live-updates.tsx';
import { newOrderFinder } from './use-new-orders.ts';

describe('a read of what has changed', () => {
  /** A read whose answers the test gives. */
  function heldReads() {
    const answers: PromiseWithResolvers<void>[] = [];
    const read = coalesce(() => {
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    });
    return { answers, read };
  }

  test('is one for all changes during another, and no older answer arrives after a newer one', async () => {
    const { answers, read } = heldReads();
    const first = read();
    await Promise.all([read(), read(), read()]);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.resolve();
    await first;
    expect(answers).toHaveLength(2);
  });

  test('that fails is followed by the one of a change meanwhile, and by the next', async () => {
    const { answers, read } = heldReads();
    const first = read();
    await read();
    answers[0]?.reject(new Error('no network'));
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.reject(new Error('no network'));
    await expect(first).rejects.toThrow('no network');
    const next = read();
    answers[2]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });
});

describe('the stream of changes', () => {
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
});

const NOW = Date.parse('2026-11-21T10:00:00Z');

/** An order placed this many seconds ago. */
const order = (id: string, ago: number) =>
  rowOf(anOrder(1, { id, created_at: new Date(NOW - ago * 1000).toISOString() }));

const ids = (orders: OrderRow[]) => orders.map(({ id }) => id);

const [A, B, C, OLD] = [order('a', 12), order('b', 10), order('c', 5), order('old', 3_600)];

test.each([
  [
    'the first list’s are not, a later one is, once',
    [
      [B, A],
      [C, B, A],
      [C, B, A],
    ],
    [[], ['c'], []],
  ],
  ['the first of a shop is', [[], [A]], [[], ['a']]],
  [
    'one that was placed before the newest and becomes visible after it is',
    [[B], [B, A]],
    [[], ['a']],
  ],
  ['an old one that moves up into the newest page is not', [[B], [B, OLD]], [[], []]],
])('of new orders: %s', (_, lists, found) => {
  expect(lists.map(newOrderFinder()).map(ids)).toEqual(found);
});

const ORDER = '0b0f2d0e-8f0a-4c53-9d0e-1f6f6a3f3a11';

async function read(chunks: string[]) {
  let signs = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const messages = [];
  for await (const message of readMessages(body, () => {
    signs += 1;
  })) {
    messages.push(message);
  }
  return { messages, signs };
}

test('messages are parsed wherever the network splits them, and every chunk is reported as a sign of life', async () => {
  const text = `data: {"kind":"listening"}\n\n:\n\ndata: {"kind":"order","order":"${ORDER}"}\n\n`;
  const cut = [...text].reduce<string[]>((parts, letter, at) => {
    if (at % 7 === 0) parts.push('');
    parts[parts.length - 1] += letter;
    return parts;
  }, []);
  expect(await read(cut)).toEqual({
    messages: [{ kind: 'listening' }, { kind: 'order', order: ORDER }],
    signs: cut.length,
  });
});

test('unknown and incomplete messages are skipped', async () => {
  const { messages } = await read([
    'data: {"kind":"coupon"}\n\ndata: nonsense\n\nevent: x\n\ndata: {"kind":"lost"}\n\ndata: {"ki',
  ]);
  expect(messages).toEqual([{ kind: 'lost' }]);
});
