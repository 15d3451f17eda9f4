import { beforeEach, expect, test } from 'vitest';
import { LIST, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';

const { shop, accountant, courier, handOverOrders, look, post, postings, cashOf, count } =
  await openCashShop();

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

test('posting a list marks its orders as paid, and the audit log names who posted it', async () => {
  const { status, body } = await post(LIST);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { amount: 1898, orders: 2, reference: 'UTR77', staff: accountant.shopper.email },
  });
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  expect(await cashOf(second)).toEqual({ state: 'short', remitted_amount: 900 });
  const { body: log } = await accountant.request('GET', '/api/admin/audit?verb=post_remittance');
  expect(log.entries[0]).toMatchObject({ subject_id: body.id, after: { amount: 1898 } });
});

test('posting another list under a used reference is refused', async () => {
  await post(LIST);
  const other = await post('AWB,Amount\nCASH2,98');
  expect(other).toMatchObject(refused(409, 'reference_taken'));
});

test('of two people who post the same parcel at once, one succeeds and the other is shown what changed', async () => {
  const lists = ['AWB,Amount\nCASH1,998', 'AWB,Amount,x\nCASH1,998\nNOBODY,1'];
  const seen = await Promise.all(lists.map(look));
  const both = await Promise.all(
    lists.map((text, i) => post(text, { reference: `UTR${i}`, seen: seen[i] })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await count('cod_remittances')).toBe(1);
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
});

test('a later list pays the rest of an order that was paid too little', async () => {
  await post(LIST);
  expect(await post('AWB,Amount\nCASH2,98', { reference: 'UTR78' })).toMatchObject({ status: 200 });
  expect(await cashOf(second)).toEqual({ state: 'remitted', remitted_amount: 998 });
});

test('an admin page of an older build still opens: it finds a list of postings beside the sums, without any', async () => {
  await post(LIST);
  const { body } = await accountant.request('GET', '/api/admin/cash');
  expect(body.remittances).toEqual([]);
});

test('all postings are listed, twenty a page, also those of one moment, each once', async () => {
  await shop.db.owner.query(
    `insert into cod_remittances (courier, staff_id, reference, file_hash, amount, orders, posted_at)
     select $1, $2, 'OLD' || n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 1, now() - n / 7 * interval '1 minute'
     from generate_series(1, 45) n`,
    [courier, accountant.shopper.userId],
  );
  const pages: number[] = [];
  const references: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { remittances, next }: Awaited<ReturnType<typeof postings>> = await postings(after);
    pages.push(remittances.length);
    references.push(...remittances.map(({ reference }) => reference));
    after = next;
  }
  expect(pages).toEqual([20, 20, 5]);
  expect(new Set(references).size).toBe(45);
  expect(references.at(-1)).toMatch(/^OLD(4[2-5])$/);
});

test('the posting, its lines and its orders have the same sum, to the paisa', async () => {
  await post('AWB,Amount\nCASH1,0.10\nCASH2,"1,000.20"');
  const { rows } = await shop.db.owner.query(`
    select (select sum(amount) from cod_remittances)::text as posted,
      (select sum(amount) from cod_remittance_lines)::text as lines,
      (select sum(remitted_amount) from cod_collections)::text as held`);
  expect(rows[0]).toEqual({ posted: '1000.30', lines: '1000.30', held: '1000.30' });
  const { body } = await accountant.request('GET', '/api/admin/cash');
  expect((await postings()).remittances).toMatchObject([{ amount: 1000.3 }]);
  expect(body.couriers[0].amount).toBe(997.9);
});
