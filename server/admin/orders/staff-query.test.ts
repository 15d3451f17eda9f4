import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';

/** What staff_query() of db/schema searches orders, customers and messages for. */
const db = await cloneDatabase();
afterAll(() => db.drop());

async function staffQuery(typed: string): Promise<string> {
  const { rows } = await db.owner.query('select staff_query($1)::text as query', [typed]);
  return rows[0].query;
}

test.each([
  ['#AP-7KQ-M2X', `'ap7kqm2x':*`],
  ['ap-khm-xyz', `'apkhmxyz':*`],
  ['AP 7KQ M2X', `'ap7kqm2x':*`],
  ['# ap 7kqm2x', `'ap7kqm2x':*`],
  ['AP7KQ–M2X', `'ap7kqm2x':*`],
  ['AP‑7KQ‑M2X', `'ap7kqm2x':*`],
  ['ＡＰ－７ＫＱ－Ｍ２Ｘ', `'ap7kqm2x':*`],
  ['AP-७KQ-M२X', `'ap7kqm2x':*`],
  ['ap 7kq m', `'ap7kqm':*`],
  ['AP KHM XYZ', `'apkhmxyz':*`],
  ['AP-7KQ-M2X Rao', `'ap7kqm2x':* & 'rao':*`],
  ['AP Rao', `'ap':* & 'rao':*`],
  ['tea 50g', `'tea':* & '50g':*`],
  ['A.K. Rao', `'a':* & 'k':* & 'rao':*`],
  ['7kq-m2x', `'7kqm2x':*`],
  ['khm-xyz', `'khmxyz':*`],
  ['+91 98765 43210', `'9876543210':*`],
  ['098765-43210', `'9876543210':*`],
  ['+91‑98765‑43210', `'9876543210':*`],
  ['98765.43210', `'9876543210':*`],
  ['(+91) 98765–43210', `'9876543210':*`],
  ['987 654 3210', `'9876543210':*`],
  ['९८७६५ ४३२१०', `'9876543210':*`],
  ['Asha 098765 43210', `'asha':* & '9876543210':*`],
  ['3210', `'3210':*`],
  ['400 050', `'400050':*`],
  ['Asha Rao, Mumbai', `'asha':* & 'rao':* & 'mumbai':*`],
  ['asha.rao@example.in', `'asharaoexamplein':*`],
  [`O'Neill`, `'o':* & 'neill':*`],
  ['a\\b', `'a':* & 'b':*`],
  ['Ｒａｏ ÉLAN', `'rao':* & 'elan':*`],
  ['हिन्दी', `'हिंदी':*`],
])('the search %s becomes the query %s', async (typed, query) => {
  expect(await staffQuery(typed)).toBe(query);
});

test('a search of signs only finds nothing', async () => {
  for (const typed of ['', '  ', '#', '- -', ',', '…', `'`, '\\', ':*'])
    expect(await staffQuery(typed), typed).toBe(`'-'`);
});
