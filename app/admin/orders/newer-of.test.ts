import { expect, test } from 'vitest';
import { newerOf } from './newer-of.ts';

const shown = { version: 4, events: ['placed', 'note'], from: 'shown' };

test.each([
  ['a read from before an action', { version: 3, events: ['placed', 'note'] }, 'shown'],
  ['a read from before a note', { version: 4, events: ['placed'] }, 'shown'],
  ['a read with another payment status', { version: 4, events: ['placed', 'note'] }, 'read'],
  ['a read with a later action', { version: 5, events: ['placed', 'note', 'pack'] }, 'read'],
])('of an order and %s the newer one is kept', (_, read, kept) => {
  expect(newerOf(shown, { ...read, from: 'read' }).from).toBe(kept);
});

test('an order that was not shown yet is taken as it was read', () => {
  expect(newerOf(undefined, shown)).toBe(shown);
});
