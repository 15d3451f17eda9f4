import { expect, test } from 'vitest';
import { readAreas } from './read-areas.ts';

const read = (text: string) => readAreas(Buffer.from(text));
const rule = (prefix: string, part: object = {}) => ({
  ...{
    prefix,
    serves: true,
    cash: null,
    days_from: null,
    days_to: null,
    fee: null,
    free_from: null,
  },
  ...part,
});
const PUNE = rule('411001', { cash: true, days_from: 2, days_to: 4 });

test.each([
  ['names of our own', 'PIN,Serviceable,COD,Days\n411001,Y,Y,2-4'],
  ['a list without names', '411001,yes,1,2 to 4 days'],
  [
    'titles above, semicolons',
    'Serviceable PINs;;\nPin Code;City;Prepaid;COD;TAT\n411001;Pune;Y;Y;D+2-4',
  ],
  ['tabs', 'Pincode\tIs Serviceable\tCOD Available\tMin Days\tMax TAT\n411 001\tTRUE\tTRUE\t2\t4'],
  [
    'a byte order mark, text marks and decimals',
    '\ufeffpincode,delivery,cod,tat\n"=""411001""",Y,Y,2-4\n',
  ],
  [
    'Devanagari digits and no column that says it is served',
    'PIN Code,COD,Days\n४११००१,हाँ,2-4\n411001,Y,2-4',
  ],
])('a list with %s is read', async (_, text) => {
  expect((await read(text)).rules).toEqual([PUNE]);
});

test('fees, beginnings of PIN codes and what is not served are read', async () => {
  const { rules } = await read(
    'Prefix;Serviceable;COD;Fee;Free above\n7;Y;N;"₹90.00";999\n744;N;;;\n79;Y;Y;0;',
  );
  expect(rules).toEqual([
    rule('7', { cash: false, fee: 90, free_from: 999 }),
    rule('744', { serves: false }),
    rule('79', { cash: true, fee: 0 }),
  ]);
});

test('lines that cannot be read are named, and the others are read', async () => {
  const { rules, faults } = await read(
    [
      'PIN,Serviceable,COD,Days,Fee',
      ...[
        '411001,Y,Y,2-4,',
        '41100x,Y,Y,2,',
        '011001,Y,Y,2,',
        '411002,maybe,Y,2,',
        '411003,Y,?,2,',
      ],
      ...['411004,Y,Y,soon,', '411005,Y,Y,4-2,', '411006,Y,Y,2,much', '411001,N,Y,2-4,', ',,,,'],
      '411001,Y,Y,2-4,',
    ].join('\r\n'),
  );
  expect(rules).toEqual([PUNE]);
  expect(faults.map(({ line, prefix }) => [line, prefix])).toEqual([
    ...[
      [3, null],
      [4, null],
      [5, '411002'],
      [6, '411003'],
      [7, '411004'],
      [8, '411005'],
    ],
    ...[
      [9, '411006'],
      [10, '411001'],
    ],
  ]);
  expect(faults[2]?.why).toBe('411002: whether it is served is no Y or N');
});

test.each([
  ['no list', 'Dear owner, here is the list', /a column named like PIN/],
  ['names without lines', 'PIN,Serviceable', /There are no lines/],
  ['a spreadsheet', 'PK\u0003\u0004', /Save it as CSV first/],
])('%s is refused', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
