import { describe, expect, test } from 'vitest';
import { readAmount } from './columns.ts';
import { MAX_LIST_LINES } from './parse-csv.ts';
import { hashOf, readList } from './read-list.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readList(Buffer.from(text, encoding));
const linesOf = async (text: string) =>
  (await read(text)).lines.map(({ tracking_number, amount }) => [tracking_number, amount]);
const ONE = [['123456', 998]];
const failure = (code: string, file: string | RegExp = /./) =>
  expect.objectContaining({ code, fields: { file: expect.stringMatching(file) } });

describe('lists of couriers are parsed with different names of columns', () => {
  test.each([
    ['Delhivery', 'Waybill,Order ID,COD Amount,UTR\n123456,AP-1,998.00,UTR9'],
    ['Shiprocket', 'CRF ID,AWB Number,Order Total,Remitted Amount\nUTR9,123456,1200,998'],
    ['Blue Dart', 'AWB NO|COLLECTED AMOUNT (RS.)|UTR NO\n123456|998|UTR9'],
    ['DTDC', 'Consignment No;Date;COD Amt;UTR\n123456;01/11/2026;998,00;UTR9'],
    ['India Post', 'Article Number\tAmount (₹)\tUTR\n123456\t₹998.00\tUTR9'],
    ['titles above, a sum below', 'COD Remittance\n\nUTR,AWB,Amount\nUTR9,123456,998\nTotal,,998'],
    ['long titles', `${'COD remittance '.repeat(700)}\n\nAWB,Amount,UTR\n123456,998,UTR9`],
    ['old line ends', 'AWB,Amount,UTR\r123456,998,UTR9\r'],
    ['quoted thousands', 'AWB,Amount,UTR\n123456,"Rs. 998/-",UTR9'],
    ['signs in quotes', '"AWB","Name; City|x","Amount","UTR"\n"123456","A; B|c\td","998","UTR9"'],
    ['an order number alone', 'Order ID,COD Amount,UTR\n123456,998,UTR9'],
    ['several references', 'AWB,Amount,UTR No,Bank Ref\n123456,998,,UTR9'],
  ])('%s', async (_, text) => {
    expect(await linesOf(text)).toEqual(ONE);
    expect((await read(text)).reference).toBe('UTR9');
  });

  test('by the names that couriers use for the tracking number and the amount', async () => {
    for (const name of ['AIRWAY BILL NO', 'AWB/Tracking No.', 'C-Note Number', 'LR No'])
      expect(await linesOf(`${name},Amount\n123456,998`), name).toEqual(ONE);
    for (const name of [
      ...['COLLECTABLE VALUE', 'AMT COLLECTED', 'COD Payble Amount', 'Net Payable'],
      ...['Cash Collected', 'Total (INR)', 'Settled Amount', 'Net COD Remittance Amt'],
    ])
      expect(await linesOf(`AWB,COD Charges,Weight,${name}\n123456,30,1,998`), name).toEqual(ONE);
  });

  test('of several amounts, what was remitted counts before what was to be collected', async () => {
    const text = 'AWB,Total Amount,Net Payable,COD Amount,Remitted Amount\n123456,1,2,3,998';
    expect(await linesOf(text)).toEqual(ONE);
  });

  test.each([
    ['the amount', 'AWB,COD,Paid,Amount\n1,1,1,1998\n123456,1,0,998'],
    ['the tracking number', 'LR No,AWB,COD Amount\n-,1,1998\n,123456,998'],
  ])('of several columns that are named like it, one with such cells is %s', async (_, text) => {
    expect(await linesOf(text)).toEqual([['1', 1998], ...ONE]);
  });

  test('a number is read however a spreadsheet or a keyboard wrote it, an order’s in any spelling', async () => {
    for (const written of [
      ...['123456.0', '`123456', "'123456", '"=""123456"""', '‘123456', '१२३४५६', '１２３４５６'],
    ])
      expect(await linesOf(`AWB,Amount\n${written},998`), written).toEqual(ONE);
    expect(await linesOf('Order No,Amount\n#ap 7kq m2x,998')).toEqual([['AP-7KQ-M2X', 998]]);
  });

  test('two pasted columns are read without a header, and their thousands are no third one', async () => {
    const lines = [
      ['TRACK-1', 998],
      ['TRACK-2', 123456.5],
    ];
    for (const separator of ['\t', ', '])
      expect(await linesOf(`track-1${separator}998\ntrack-2${separator}1,23,456.50`)).toEqual(
        lines,
      );
    await expect(read('track-1,998,Pune\ntrack-2,1,299,Pune')).rejects.toThrow(
      failure('invalid_input'),
    );
  });

  test('lists in other encodings are read, with and without a byte order mark', async () => {
    const text = 'AWB,Amount,Remark\n123456,₹998,Zoë';
    const expected = [{ line: 2, tracking_number: '123456', amount: 998, written: '₹998' }];
    for (const mark of ['\ufeff', '']) {
      const utf16 = Buffer.from(`${mark}${text}`, 'utf16le');
      for (const bytes of [Buffer.from(`${mark}${text}`), utf16, Buffer.from(utf16).swap16()])
        expect((await readList(bytes)).lines).toEqual(expected);
    }
    const plain = [{ ...expected[0], written: '998' }];
    expect((await read(text.replace('₹', ''), 'latin1')).lines).toEqual(plain);
  });
});

test('a formula is parsed as text, never as a number', async () => {
  expect(await linesOf(`AWB,Amount\n123456,=1+1`)).toEqual([['123456', null]]);
});

test('lines have the numbers of the file, despite titles, blank lines and quotes above', async () => {
  const text =
    'COD Remittance\n\nAWB,Amount,Remark\n1111,998,"left with\na neighbour"\n2222,499,\n';
  expect((await read(text)).lines.map(({ line }) => line)).toEqual([5, 6]);
});

describe('a file is refused with a message:', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'Dear customer\nwe have sent you the list'],
    ['a mark without end', 'AWB,Amount\n1111,998\n2222,"499\n3333,1'],
    ['names without lines', 'AWB,Amount\n'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['thousands without quotes', 'AWB,COD Amount,City\n1111,2,628.00,Pune'],
    ['one endless line', `AWB,Amount\n${'x'.repeat(100_000)},1`],
    ['too many lines', `AWB,Amount\n${'1234,5\n'.repeat(MAX_LIST_LINES + 31)}`],
    // No line is dropped silently.
    ['a line after many remarks', `AWB,Amount\n${',remark\n'.repeat(MAX_LIST_LINES + 30)}1111,998`],
  ])('%s', async (_, text) => {
    await expect(read(text, 'latin1')).rejects.toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  test.each([
    ['AWB;Amount\n123456;998\n1,49E+12;998', /^Line 3 has .*Format the column as text/],
    ['123456\t998\n1E+13\t499', /^Line 2 has .*Format the column as text/],
    ['PK\x03\x04something', /Save it as CSV/],
  ])('what a spreadsheet has shortened, or its own file, with advice: %j', async (text, advice) => {
    await expect(read(text)).rejects.toThrow(failure('invalid_input', advice));
  });
});

test('amounts are parsed as couriers write them', () => {
  const amounts: Record<string, number | null> = {
    ...{ '998': 998, '1,23,456.5': 123456.5, '123,456.50': 123456.5, '998,5': 998.5, '9,98': 9.98 },
    ...{ '499.00 CR': 499, '+₹499.00': 499, '₹ 499/-': 499, 'Rs 499/=': 499, '४९९': 499 },
    ...{ '': null, '0': null, '-998': null, '998 DR': null, '(998)': null, '1.2E+3': null },
    ...{ '1e3': null, '1.234.567': null, '12,34,5': null, '99.999': null, NaN: null },
  };
  for (const [text, amount] of Object.entries(amounts)) expect(readAmount(text), text).toBe(amount);
});

test('a list saved again has the same hash; for another courier it has another', async () => {
  const hash = async (text: string, courier = 'a') =>
    hashOf(courier, await read(text)).toString('hex');
  const first = await hash('AWB,Amount\n1111,998\n2222,499');
  expect(await hash('\ufeffamount;awb\r\n499,00;2222\r\n₹998;1111\r\n')).toBe(first);
  expect(await hash('AWB,Amount\n1111,998\n2222,498')).not.toBe(first);
  expect(await hash('AWB,Amount\n1111,998\n2222,499', 'b')).not.toBe(first);
});

test('a list whose columns are not known, or would have to be guessed, is refused with their names', async () => {
  for (const [text, names] of [
    ['Some courier\n\nRef,Sum,Slip\n,,\n123456,998,UTR9', /The first line has: Ref, Sum, Slip\./],
    ['AWB,COD Amount (%),COD Amount (₹),UTR\n123456,2,998,UTR9', /COD Amount \(₹\), UTR\./],
  ] as const)
    await expect(read(text)).rejects.toThrow(failure('invalid_input', names));
});

test('other requests are served between the slices of a file', async () => {
  const line = `1234567,998${',abcde'.repeat(28)}\n`;
  const text = `AWB,Amount${',Remark'.repeat(28)}\n${line.repeat(1_000)}`;
  let turns = 0; // of the event loop, each of which may serve a request
  let reading = true;
  const turn = () => {
    turns += 1;
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  await read(text);
  reading = false;
  expect(turns).toBeGreaterThan(40);
});
