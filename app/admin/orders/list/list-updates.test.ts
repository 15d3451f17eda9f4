import { expect, test } from 'vitest';
import { updatesText } from './list-updates.ts';

test.each([
  [{ added: 0, removed: 0 }, null],
  [{ added: 1, removed: 0 }, '1 new order: show'],
  [{ added: 2, removed: 1 }, '2 new orders: show'],
  [{ added: 0, removed: 1 }, 'The list has changed: show'],
])('%o is shown as %o', (updates, text) => {
  expect(updatesText(updates)).toBe(text);
});
