import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebouncedSave } from './debounced-save.ts';

type Line = { id: string; quantity: number };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that responds when the test tells it to. */
function slowServer() {
  const waiting: { line: Line; answer(): void; fail(): void }[] = [];
  const written: Line[] = [];
  const failed: string[] = [];
  const writer = createDebouncedSave<Line>({
    delayMs: 300,
    write: (id, quantity) =>
      new Promise((resolve, reject) => {
        const line = { id, quantity };
        waiting.push({
          line,
          answer: () => resolve(line),
          fail: () => reject(new Error('no')),
        });
      }),
    onWritten: (line) => written.push(line),
    onFailed: (id) => failed.push(id),
  });
  return { writer, waiting, written, failed };
}

test('ten quick clicks send one request, with the last quantity', async () => {
  const { writer, waiting } = slowServer();
  for (let quantity = 2; quantity <= 11; quantity += 1) {
    writer.set('tea', quantity);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(waiting).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting.map(({ line }) => line)).toEqual([{ id: 'tea', quantity: 11 }]);
});

test('a click during a request is sent after it, and only the last response counts', async () => {
  const { writer, waiting, written } = slowServer();
  writer.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  writer.set('tea', 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting).toHaveLength(1); // never two requests at once for an item
  waiting[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting).toHaveLength(2);
  expect(written).toEqual([]); // the response for 2 would undo what the shopper sees
  waiting[1]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([{ id: 'tea', quantity: 3 }]);
});

test('items are saved in parallel', async () => {
  const { writer, waiting } = slowServer();
  writer.set('tea', 2);
  writer.set('gift', 4);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting.map(({ line }) => line.id)).toEqual(['tea', 'gift']);
});

test('a failure is reported once, and not at all when a newer quantity is being saved', async () => {
  const { writer, waiting, written, failed } = slowServer();
  writer.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  waiting[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual(['tea']);

  writer.set('tea', 3);
  await vi.advanceTimersByTimeAsync(300);
  writer.set('tea', 4);
  waiting[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  waiting[2]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual(['tea']);
  expect(written).toEqual([{ id: 'tea', quantity: 4 }]);
});

test('flush sends what is waiting at once and resolves when it is saved', async () => {
  const { writer, waiting } = slowServer();
  writer.set('tea', 2);
  const flushed = writer.flush();
  expect(waiting).toHaveLength(1);
  waiting[0]?.answer();
  expect(await flushed).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting).toHaveLength(1);
  expect(await writer.flush()).toBe(true);
});

test('flush waits for a pending request and reports its failure', async () => {
  const { writer, waiting } = slowServer();
  writer.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  const flushed = writer.flush();
  waiting[0]?.fail();
  expect(await flushed).toBe(false);
});

test('a cancelled quantity is never sent', async () => {
  const { writer, waiting } = slowServer();
  writer.set('tea', 2);
  writer.forget('tea');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await writer.flush()).toBe(true);
  expect(waiting).toEqual([]);
});

test('unconfirmed quantities can be listed: waiting or sent', async () => {
  const { writer, waiting } = slowServer();
  writer.set('tea', 2);
  writer.set('gift', 4);
  expect(writer.unconfirmed()).toEqual({ tea: 2, gift: 4 });
  await vi.advanceTimersByTimeAsync(300);
  writer.set('gift', 5);
  expect(writer.unconfirmed()).toEqual({ tea: 2, gift: 5 });
  for (const write of waiting) write.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(writer.unconfirmed()).toEqual({ gift: 5 });
});
