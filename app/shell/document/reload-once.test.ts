import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';

const reload = vi.fn();
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};
beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  stored.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (sessionStorage: object) =>
  vi.stubGlobal('window', { sessionStorage, location: { reload } });

test('a page reloads, and not again within a minute', () => {
  open(storage);
  expect([reloadOnce(), reloadOnce()]).toEqual([true, false]);
  vi.advanceTimersByTime(60_000);
  expect(reloadOnce()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('where nothing can be stored a page does not reload: it would again and again', () => {
  open({
    ...storage,
    setItem() {
      throw new DOMException('There is no room', 'QuotaExceededError');
    },
  });
  expect(reloadOnce()).toBe(false);
  vi.stubGlobal('window', {
    get sessionStorage() {
      throw new DOMException('Denied', 'SecurityError');
    },
    location: { reload },
  });
  expect(reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
