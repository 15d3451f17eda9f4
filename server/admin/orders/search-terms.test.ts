import { expect, test } from 'vitest';
import { searchTerms } from './search-terms.ts';

test.each([
  ['#AP-7KQ-M2X', `'ap7kqm2x':*`],
  ['ap-khm-xyz', `'apkhmxyz':*`],
  ['AP 7KQ M2X', `'ap7kqm2x':*`],
  ['# ap 7kqm2x', `'ap7kqm2x':*`],
  ['AP7KQ–M2X', `'ap7kqm2x':*`],
  ['ap 7kq m', `'ap7kqm':*`],
  ['AP KHM XYZ', `'apkhmxyz':*`],
  ['AP-7KQ-M2X Rao', `'ap7kqm2x':* & 'rao':*`],
  ['AP Rao', `'ap':* & 'rao':*`],
  ['tea 50g', `'tea':* & '50g':*`],
  ['A.K. Rao', `'a':* & 'k':* & 'rao':*`],
  ['7kq-m2x', `'7kqm2x':*`],
  ['+91 98765 43210', `'9876543210':*`],
  ['098765-43210', `'9876543210':*`],
  ['400 050', `'400050':*`],
  ['Asha Rao, Mumbai', `'asha':* & 'rao':* & 'mumbai':*`],
  ['asha.rao@example.in', `'asha.rao@example.in':*`],
  [`O'Neill`, `'o''neill':*`],
  ['a\\b', `'a\\\\b':*`],
])('the search %s becomes the query %s', (typed, words) => {
  expect(searchTerms(typed).words).toBe(words);
});

test('a search of signs only contains nothing searchable', () => {
  for (const typed of ['', '  ', '#', '- -', ',']) expect(searchTerms(typed).words).toBeNull();
});

test('a tracking number may be typed with spaces and in small letters', () => {
  expect(searchTerms('ab 1234 5678').tracking).toBe('AB12345678%');
  expect(searchTerms('100%').tracking).toBeNull();
  expect(searchTerms('a_bcd').tracking).toBe('A\\_BCD%');
});

test('a list of order and tracking numbers is nothing else', () => {
  expect(searchTerms('#ap7kqm2x\n1490812345678')).toEqual({
    words: null,
    tracking: null,
    products: null,
    numbers: ['AP-7KQ-M2X', '1490812345678'],
  });
  expect(searchTerms('1490812345678').numbers).toBeNull();
});
