import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage, DENIED_STORAGE } from './web-storage.ts';

afterEach(() => {
  browserStorage().removeItem('key');
  vi.unstubAllGlobals();
});

const deny = () => {
  throw new Error('SecurityError');
};

test('where the browser denies storage, what was stored lasts as long as the page', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      return deny();
    },
  });
  expect(browserStorage().getItem('key')).toBeNull();
  browserStorage().setItem('key', 'kept');
  expect(browserStorage().getItem('key')).toBe('kept');
  browserStorage().removeItem('key');
  expect(browserStorage().getItem('key')).toBeNull();
});

test('where it is full, the new value counts and not the stored one', () => {
  vi.stubGlobal('window', { localStorage: { getItem: () => 'old', setItem: deny } });
  expect(browserStorage().getItem('key')).toBe('old');
  browserStorage().setItem('key', 'new');
  expect(browserStorage().getItem('key')).toBe('new');
});

test('the head’s script replaces a denied sessionStorage by an empty one, and leaves another alone', () => {
  const denied = Object.defineProperty({}, 'sessionStorage', { get: deny, configurable: true });
  const read = `${DENIED_STORAGE};sessionStorage.getItem('positions')`;
  Object.assign(denied, { window: denied });
  expect(runInNewContext(read, denied)).toBeUndefined();
  const granted = { window: {}, sessionStorage: { getItem: () => 'there' } };
  expect(runInNewContext(read, granted)).toBe('there');
});
