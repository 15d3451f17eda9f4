import { describe, expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';
import { hashOf, MAX_LIST_LINES, readList } from './read-list.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readList(Buffer.from(text, encoding));
const linesOf = (text: string) =>
  read(text).lines.map(({ tracking_number, amount }) => [tracking_number, amount]);

describe('lists of couriers are parsed with different names of columns', () => {
  test.each([
    ['Delhivery', 'Waybill,Order ID,COD Amount,UTR\n123456,AP-1,998.00,UTR9'],
    ['Shiprocket', 'CRF ID,AWB Number,Order Total,Remitted Amount\nUTR9,123456,1200,998'],
    ['Blue Dart', 'AWB NO|COLLECTED AMOUNT (RS.)|UTR NO\n123456|998|UTR9'],
    ['DTDC', 'Consignment No;Date;COD Amt;UTR\n123456;01/11/2026;998,00;UTR9'],
    ['India Post', 'Article Number\tAmount (₹)\tUTR\n123456\t₹998.00\tUTR9'],
    ['titles above, a sum below', 'COD Remittance\n\nUTR,AWB,Amount\nUTR9,123456,998\nTotal,,998'],
    ['what a spreadsheet keeps as text', 'AWB,Amount,UTR\n"=""123456""",998,UTR9'],
    ['old line ends', 'AWB,Amount,UTR\r123456,998,UTR9\r'],
    ['quoted thousands', 'AWB,Amount,UTR\n123456,"Rs. 998/-",UTR9'],
  ])('%s', (_, text) => {
    expect(linesOf(text)).toEqual([['123456', 998]]);
    expect(read(text).reference).toBe('UTR9');
  });

  test('two pasted columns are read without a header', () => {
    expect(linesOf('track-1  \t998\ntrack-2\t1,299.50')).toEqual([
      ['TRACK-1', 998],
      ['TRACK-2', 1299.5],
    ]);
  });

  test('lists in other encodings are read, with and without a byte order mark', () => {
    const text = 'AWB,Amount,Remark\n123456,₹998,Zoë';
    const expected = [{ line: 2, tracking_number: '123456', amount: 998 }];
    expect(read(`\ufeff${text}`).lines).toEqual(expected);
    expect(read(`\ufeff${text}`, 'utf16le').lines).toEqual(expected);
    expect(read(text.replace('₹', ''), 'latin1').lines).toEqual(expected);
    const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    expect(readList(swapped).lines).toEqual(expected);
  });
});

test('a formula is parsed as text, never as a number', () => {
  expect(linesOf(`AWB,Amount\n"=HYPERLINK(""x"")",998\n123456,=1+1\n+123,998`)).toEqual([
    ['HYPERLINK("X")', 998],
    ['123456', null],
    ['+123', 998],
  ]);
});

test('lines have the numbers of the file, despite titles, blank lines and quotes above', () => {
  const text =
    'COD Remittance\n\nAWB,Amount,Remark\n1111,998,"left with\na neighbour"\n2222,499,\n';
  expect(read(text).lines.map(({ line }) => line)).toEqual([5, 6]);
});

test.each([
  'AWB,Amount\n123456,998\n1.49E+12,998\n1.49E+12,499',
  'AWB;Amount\n123456;998\n1,49E+12;998',
  '123456\t998\n1E+13\t499',
])('a number that a spreadsheet has shortened is refused with advice: %j', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({
      fields: { file: expect.stringMatching(/^Line [23] has .*Format the column as text/) },
    }),
  );
});

test.each([
  ['AWB;Amount\n1111;1,23,456.00\n2222;2,34,567.50', [123456, 234567.5]],
  ['AWB\tAmount\n1111\t1,299.00\n2222\t2,34,567.50', [1299, 234567.5]],
])('commas in amounts do not separate columns: %j', (text, amounts) => {
  expect(linesOf(text).map(([, amount]) => amount)).toEqual(amounts);
});

test('no line is dropped silently, not even after thousands of remarks', () => {
  expect(() => read(`AWB,Amount\n${',remark\n'.repeat(MAX_LIST_LINES + 30)}1111,998`)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  );
});

describe('a file is refused with a message:', () => {
  test.each([
    ['nothing', ''],
    ['a list of something else', 'Name,City\nAsha,Pune'],
    ['names without lines', 'AWB,Amount\n'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a spreadsheet', 'PK\x03\x04something'],
    ['one endless line', `AWB,Amount\n${'x'.repeat(100_000)},1`],
    ['too many lines', `AWB,Amount\n${'1234,5\n'.repeat(MAX_LIST_LINES + 31)}`],
  ])('%s', (_, text) => {
    expect(() => read(text, 'latin1')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

test('amounts are parsed as couriers write them', () => {
  const read = { '998': 998, '1,23,456.5': 123456.5, '123,456.50': 123456.5, '₹ 998.00': 998 };
  for (const [text, amount] of Object.entries(read)) expect(readAmount(text), text).toBe(amount);
  expect(readAmount('998,5')).toBe(998.5);
  for (const text of ['', '0', '-998', '1e3', '1.234.567', '9,98', '12,34,5', '99.999', 'NaN']) {
    expect(readAmount(text), text).toBe(text === '9,98' ? 9.98 : null);
  }
});

test('a list saved again has the same hash; for another courier it has another', () => {
  const hash = (text: string, courier = 'a') => hashOf(courier, read(text)).toString('hex');
  const first = hash('AWB,Amount\n1111,998\n2222,499');
  expect(hash('\ufeffamount;awb\r\n499,00;2222\r\n₹998;1111\r\n')).toBe(first);
  expect(hash('AWB,Amount\n1111,998\n2222,498')).not.toBe(first);
  expect(hash('AWB,Amount\n1111,998\n2222,499', 'b')).not.toBe(first);
});
