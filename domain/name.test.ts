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
  ['Dr', 'Dr'],
  ['Dr Asha Rao', 'Asha'],
  ['DR.ASHA RAO', 'ASHA'],
  ['Smt Lakshmi Devi', 'Lakshmi'],
  ['smt. Lakshmi', 'Lakshmi'],
  ['Prof. (Mrs.) Asha Rao', 'Asha'],
  ['Shri/Smt Rao', 'Rao'],
  ['Mr. S. K. Menon', 'Menon'],
  ['Km Pooja', 'Pooja'],
  ['Md Rafiq Alam', 'Rafiq'],
  ['Mohd. Salim', 'Salim'],
  ['Sriram Iyer', 'Sriram'],
  ['Kumar Sanu', 'Kumar'],
  ['Mira Rao', 'Mira'],
  ['श्री राम शर्मा', 'राम'],
  ['श्रीमती आशा राव', 'आशा'],
  ['डॉ. आशा राव', 'आशा'],
  ['डॉ॰ आशा', 'आशा'],
  ['कुमारी पूजा', 'पूजा'],
  ['श्रीराम अय्यर', 'श्रीराम'],
  ['', ''],
])('the first name of %s is %s', (full, first) => {
  expect(firstName(full)).toBe(first);
});
