import { expect, test } from 'vitest';
import { piecesOnHand } from '#domain/stock.ts';
import { countHint } from './stock-changes.ts';

test('the expected count includes pieces that are sold but not handed over, and those held by payments', () => {
  const level = { stock: 124, reserved: 10, held: 2 };
  expect(piecesOnHand(level)).toBe(136);
  expect(countHint(level)).toBe(
    'Expected: 136. Count what is sold and not handed over (10) and what payments hold (2) too.',
  );
  expect(countHint({ stock: 5, reserved: 0, held: 0 })).toBe('Expected: 5.');
});
