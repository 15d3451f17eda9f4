import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { LISTS } from './common-passwords.mjs';

test.each(Object.keys(LISTS))('%s is as its source and the script make it', (file) => {
  expect(readFileSync(file, 'utf8')).toBe(LISTS[file]);
});
