import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { correct } from './spelling.ts';

describe('edit distance', () => {
  test.each([
    ['', '', 0],
    ['tea', 'tea', 0],
    ['tea', 'te', 1],
    ['tea', 'teas', 1],
    ['tea', 'tee', 1],
    ['gfit', 'gift', 1],
    ['aprajita', 'aparajita', 1],
    ['kitten', 'sitting', 3],
    ['नला', 'नीला', 1],
  ])('%o and %o: %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is symmetric, and zero only for equal words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('correction', () => {
  test('picks the nearest words', () => {
    expect(correct('gfit', ['gift', 'grit', 'girt'])).toEqual(['gift', 'grit']);
    expect(correct('wellnes', ['wellness', 'well'])).toEqual(['wellness']);
  });

  test('does not correct short words and numbers', () => {
    expect(correct('ta', ['tea'])).toEqual([]);
    expect(correct('51g', ['50g'])).toEqual([]);
  });

  test('ignores distant words', () => {
    expect(correct('coffee', ['caffeine', 'cotton'])).toEqual([]);
  });
});
