import { expect, test } from 'vitest';
import { parseNumberList } from './number-list.ts';

test.each([
  ['DTDC1000001 DTDC1000002', ['DTDC1000001', 'DTDC1000002']],
  ['1490812345678\n1490812345679\r\n', ['1490812345678', '1490812345679']],
  ['ee123456789in, ee123456790in;', ['EE123456789IN', 'EE123456790IN']],
  ['AP-7KQ-M2X #ap7kqm2y', ['AP-7KQ-M2X', 'AP-7KQ-M2Y']],
  ['AP 7KQ M2X AP 7KQ M2Y', ['AP-7KQ-M2X', 'AP-7KQ-M2Y']],
  ['AP-7KQ-M2X\t1490812345678', ['AP-7KQ-M2X', '1490812345678']],
  ['1490812345678 1490812345678', ['1490812345678']],
])('%j is a list of numbers', (text, numbers) => {
  expect(parseNumberList(text)).toEqual(numbers);
});

test.each([
  'AP-7KQ-M2X',
  '1490812345678',
  'AP-7KQ-M2X Rao',
  'Asha Rao, Mumbai',
  '+91 98765 43210',
  '98765 43210',
  '400050 400051',
  'EE 123456789 IN',
  '1490 8123 4567',
  'Asha 9876543210',
  'tea 50g',
  '',
])('%j is searched as it was typed', (text) => {
  expect(parseNumberList(text)).toBeNull();
});
