import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { reloadOnce } from './reload-former-build.ts';

const reload = vi.fn();
const storage = memoryStorage();
beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  storage.entries.clear();
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
