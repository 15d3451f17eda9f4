import { expect, test } from 'vitest';
import { firstName } from './name.ts';

test.each([
  ['Asha Rao', 'Asha'],
  ['  Asha  ', 'Asha'],
  ['Dr. Asha Rao', 'Asha'],
  ['A. P. J. Abdul Kalam', 'Abdul'],
  ['S Ramanujan', 'Ramanujan'],
  ['आशा राव', 'आशा'],
  ['A.', 'A.'],
  ['', ''],
])('the first name of %s is %s', (full, first) => {
  expect(firstName(full)).toBe(first);
});
