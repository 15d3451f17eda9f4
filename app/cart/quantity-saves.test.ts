import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { createDebouncedSave, storeQuantities, takeStoredQuantities } from './quantity-saves.ts';

type Item = { id: string; quantity: number };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that responds when the test tells it to. */
function slowServer() {
  const waiting: { item: Item; respond(): void; fail(): void }[] = [];
  const saved: Item[] = [];
  const failed: string[] = [];
  const debounced = createDebouncedSave<Item>({
    delayMs: 300,
    save: (id, quantity) =>
      new Promise((resolve, reject) => {
        const item = { id, quantity };
        waiting.push({
          item,
          respond: () => resolve(item),
          fail: () => reject(new Error('no')),
        });
      }),
    onSaved: (item) => saved.push(item),
    onFailed: (id) => failed.push(id),
  });
  return { debounced, waiting, saved, failed };
}

test('ten quick clicks send one request, with the last quantity', async () => {
  const { debounced, waiting } = slowServer();
  for (let quantity = 2; quantity <= 11; quantity += 1) {
    debounced.set('tea', quantity);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(waiting).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting.map(({ item }) => item)).toEqual([{ id: 'tea', quantity: 11 }]);
});

test('a click during a request is sent after it, and only the last response counts', async () => {
  const { debounced, waiting, saved } = slowServer();
  debounced.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  debounced.set('tea', 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting).toHaveLength(1); // never two requests at once for an item
  waiting[0]?.respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting).toHaveLength(2);
  expect(saved).toEqual([]); // the response for 2 would undo what the shopper sees
  waiting[1]?.respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([{ id: 'tea', quantity: 3 }]);
});

test('items are saved in parallel', async () => {
  const { debounced, waiting } = slowServer();
  debounced.set('tea', 2);
  debounced.set('gift', 4);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting.map(({ item }) => item.id)).toEqual(['tea', 'gift']);
});

test('a failure is reported once, and not at all when a newer quantity is being saved', async () => {
  const { debounced, waiting, saved, failed } = slowServer();
  debounced.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  waiting[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual(['tea']);

  debounced.set('tea', 3);
  await vi.advanceTimersByTimeAsync(300);
  debounced.set('tea', 4);
  waiting[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  waiting[2]?.respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual(['tea']);
  expect(saved).toEqual([{ id: 'tea', quantity: 4 }]);
});

test('flush sends what is waiting at once and resolves when it is saved', async () => {
  const { debounced, waiting } = slowServer();
  debounced.set('tea', 2);
  const flushed = debounced.flush();
  expect(waiting).toHaveLength(1);
  waiting[0]?.respond();
  expect(await flushed).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting).toHaveLength(1);
  expect(await debounced.flush()).toBe(true);
});

test('flush waits for a pending request and reports its failure', async () => {
  const { debounced, waiting } = slowServer();
  debounced.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  const flushed = debounced.flush();
  waiting[0]?.fail();
  expect(await flushed).toBe(false);
});

test('a cancelled quantity is never sent', async () => {
  const { debounced, waiting } = slowServer();
  debounced.set('tea', 2);
  debounced.cancel('tea');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await debounced.flush()).toBe(true);
  expect(waiting).toEqual([]);
});

test('what becomes of a quantity that was under way when its item was removed is not reported', async () => {
  const { debounced, waiting, saved, failed } = slowServer();
  for (const end of ['fail', 'respond'] as const) {
    debounced.set('tea', 2);
    await vi.advanceTimersByTimeAsync(300);
    debounced.cancel('tea');
    const flushed = debounced.flush();
    waiting.pop()?.[end]();
    expect(await flushed, end).toBe(true);
  }
  expect([saved, failed]).toEqual([[], []]);
  debounced.set('tea', 3); // the removal failed, and the item is back
  await vi.advanceTimersByTimeAsync(300);
  waiting.pop()?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual(['tea']);
});

test('a quantity chosen for an item that came back while the former was under way is sent', async () => {
  const { debounced, waiting, saved } = slowServer();
  debounced.set('tea', 2);
  await vi.advanceTimersByTimeAsync(300);
  debounced.cancel('tea');
  debounced.set('tea', 3);
  waiting.pop()?.respond();
  await vi.advanceTimersByTimeAsync(300);
  waiting.pop()?.respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([{ id: 'tea', quantity: 3 }]);
});

test('unconfirmed quantities can be listed: waiting or sent', async () => {
  const { debounced, waiting } = slowServer();
  debounced.set('tea', 2);
  debounced.set('gift', 4);
  expect(debounced.unconfirmed()).toEqual({ tea: 2, gift: 4 });
  await vi.advanceTimersByTimeAsync(300);
  debounced.set('gift', 5);
  expect(debounced.unconfirmed()).toEqual({ tea: 2, gift: 5 });
  for (const write of waiting) write.respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(debounced.unconfirmed()).toEqual({ gift: 5 });
});

test('gives the next page the stored quantities, and the one after it nothing', () => {
  const storage = memoryStorage();
  storeQuantities({ tea: 2, gift: 5 }, storage);
  expect(takeStoredQuantities(storage)).toEqual({ tea: 2, gift: 5 });
  expect(takeStoredQuantities(storage)).toEqual({});
});

test('a tab that is opened again much later changes nothing', () => {
  const storage = memoryStorage();
  const now = Date.now();
  storeQuantities({ tea: 2 }, storage, now);
  expect(takeStoredQuantities(storage, now + 4 * 60_000)).toEqual({ tea: 2 });
  storeQuantities({ tea: 2 }, storage, now);
  expect(takeStoredQuantities(storage, now + 6 * 60_000)).toEqual({});
  expect(takeStoredQuantities(storage, now)).toEqual({});
});

test('leaving a page without pending changes keeps what another page stored', () => {
  const storage = memoryStorage();
  storeQuantities({ tea: 2 }, storage);
  storeQuantities({}, storage);
  expect(takeStoredQuantities(storage)).toEqual({ tea: 2 });
});

test.each(['null', '[]', '"x"', '{"tea":2}', '{"at":"now","quantities":{"tea":2}}', '{', ''])(
  'what is no wish is left alone: %s',
  (kept) => {
    expect(takeStoredQuantities(memoryStorage({ 'pending-quantities': kept }))).toEqual({});
  },
);

test.each([{ tea: '2' }, null])('what are no quantities are left alone: %j', (quantities) => {
  const kept = JSON.stringify({ at: Date.now(), quantities });
  expect(takeStoredQuantities(memoryStorage({ 'pending-quantities': kept }))).toEqual({});
});
