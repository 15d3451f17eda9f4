import { expect, test } from 'vitest';
import { cellText, toCsv } from './csv.ts';
import { parseNumberList } from './number-list.ts';

test('commas, quotes and line ends stay within their cell', () => {
  expect(toCsv([['a,b', 'say "x"', 'one\ntwo', 1.5, null, 'नीली']])).toBe(
    '\ufeff"a,b","say ""x""","one\ntwo",1.5,,नीली\r\n',
  );
});

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t', ' =1', '"=1', '\u00a0"=1', '\r', '＝1+1', '＋1', '－1'],
  ...[' ＠SUM(A1)', '=cmd|"/c calc"!A1'],
])('a spreadsheet does not run %j', (text) => {
  expect(toCsv([[text]])).toBe(`\ufeff"'${text.replaceAll('"', '""')}"\r\n`);
});

test.each([
  ['Asha;=1+1', "Asha;'=1+1"],
  ['Asha\t=1+1', "Asha\t'=1+1"],
  ['Asha; -1', "Asha; '-1"],
  ['Asha;"=1+1', "Asha;'=1+1"],
  ['Asha; " -1"', "Asha;  '-1"],
  ['Asha\n@SUM(A1)', "Asha\n'@SUM(A1)"],
  ['Asha;\u00a0=1+1', "Asha;\u00a0'=1+1"],
  ['Asha;\u3000\ufeff\u2028"=1+1', "Asha;\u3000\ufeff\u2028'=1+1"],
  ['\t=1', "'\t'=1"],
  ['a=b; c', 'a=b; c'],
])('nor a cell that begins inside %j', (text, inert) => {
  expect(toCsv([[text]]).replaceAll('"', '')).toBe(`\ufeff${inert}\r\n`);
});

test('a negative number is a number', () => {
  expect(toCsv([[-1]])).toBe('\ufeff-1\r\n');
});

test.each(['149012345678', '0012345', '12E5678', '1e10', '12-3456', '3/4', '1-2-2026'])(
  'a spreadsheet does not make another number or a date of the text %s',
  (text) => {
    expect(toCsv([[text]])).toBe(`\ufeff"'${text}"\r\n`);
    expect(cellText(`'${text}`)).toBe(text);
  },
);

test.each(['12345678901', 'AP-7KQ-M2X', 'BD0000000001', '560001', '2026-03-01', '2026-03', 'E12'])(
  'the text %s is written as it is',
  (text) => {
    expect(toCsv([[text]])).toBe(`\ufeff${text}\r\n`);
  },
);

test.each([
  ['DTDC1000001 DTDC1000002', ['DTDC1000001', 'DTDC1000002']],
  ['1490812345678\n1490812345679\r\n', ['1490812345678', '1490812345679']],
  ['ee123456789in, ee123456790in;', ['EE123456789IN', 'EE123456790IN']],
  ['AP-7KQ-M2X #ap7kqm2y', ['AP-7KQ-M2X', 'AP-7KQ-M2Y']],
  ['AP 7KQ M2X AP 7KQ M2Y', ['AP-7KQ-M2X', 'AP-7KQ-M2Y']],
  ['AP-7KQ-M2X\t1490812345678', ['AP-7KQ-M2X', '1490812345678']],
  ['1490812345678 1490812345678', ['1490812345678']],
  ['Tracking number 1490812345678 1490812345679', ['1490812345678', '1490812345679']],
  ['Order AWB No. AP-7KQ-M2X SF-1122-334', ['AP-7KQ-M2X', 'SF-1122-334']],
  ['"0123456789012","0123456789013"', ['0123456789012', '0123456789013']],
  [`="0123456789012" '0123456789013`, ['0123456789012', '0123456789013']],
  ['1. AP-7KQ-M2X 2. AP-7KQ-M2Y 3) DTDC1000001', ['AP-7KQ-M2X', 'AP-7KQ-M2Y', 'DTDC1000001']],
  ['AP-7KQ-M2X | AP-7KQ-M2Y / AP-7KQ-M2Z', ['AP-7KQ-M2X', 'AP-7KQ-M2Y', 'AP-7KQ-M2Z']],
  ['AP-7KQ-M2X and AP-7KQ-M2Y & AP-7KQ-M2Z', ['AP-7KQ-M2X', 'AP-7KQ-M2Y', 'AP-7KQ-M2Z']],
  ['SF-1122-334,5E12345', ['SF-1122-334', '5E12345']],
  ['5E12345 A-99', ['5E12345', 'A-99']],
])('%j is a list of numbers', (text, numbers) => {
  expect(parseNumberList(text)).toEqual(numbers);
});

test.each([
  ...['AP-7KQ-M2X', '1490812345678', 'AP-7KQ-M2X Rao', 'Asha Rao, Mumbai', '+91 98765 43210'],
  ...['98765 43210', '400050 400051', 'EE 123456789 IN', '1490 8123 4567', 'Asha 9876543210'],
  ...['Order AP-7KQ-M2X', 'Asha 9876543210 400601', '0091 9876543210', '+91 9876543210, 400601'],
  ...['AP-7KQ-M2X 98765 43210', '1490 81234567', 'tea 50g', ''],
])('%j is searched as it was typed', (text) => {
  expect(parseNumberList(text)).toBeNull();
});
