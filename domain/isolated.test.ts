import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';

test('a text of another direction is isolated from what stands beside it, and others stay as they are', () => {
  expect(isolated('کرناٹک')).toBe('\u2068کرناٹک\u2069');
  expect(isolated('Flat 3, ש')).toBe('\u2068Flat 3, ש\u2069');
  expect(isolated('𞤀𞤣𞤤𞤢𞤥')).toBe('\u2068𞤀𞤣𞤤𞤢𞤥\u2069');
  for (const text of ['Karnataka', 'कर्नाटक', 'தமிழ்நாடு', '560 001'])
    expect(isolated(text)).toBe(text);
  // As stored before such characters were left out.
  expect(isolated('Karnataka\u200f')).toBe('Karnataka');
  expect(isolated('کرناٹک\u2069\u202e')).toBe('\u2068کرناٹک\u2069');
});
