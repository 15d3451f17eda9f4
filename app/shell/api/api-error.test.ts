import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { INTERNAL_MESSAGE, UNAVAILABLE_MESSAGE } from './api-error.ts';

test('what the browser says by itself is what the server says', () => {
  expect(INTERNAL_MESSAGE).toBe(ERRORS.internal.message);
  expect(UNAVAILABLE_MESSAGE).toBe(ERRORS.unavailable.message);
});
