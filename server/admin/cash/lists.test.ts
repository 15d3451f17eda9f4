import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/admin/cash.ts';
import { encode, LIST, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';
import { fillOrders } from '#test/many-orders.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

const { shop, owner, accountant, courier, handOverOrders, sendFile, preview, cashOf } =
  await openCashShop();

let first: string;
let asha: TestShopper;
beforeEach(async () => {
  ({ first, asha } = await handOverOrders());
});

test('the preview groups a list’s lines by match result and changes nothing', async () => {
  const { body } = await preview(LIST);
  expect(body.reference).toBe('UTR77');
  expect(body.groups.matched).toMatchObject({
    count: 1,
    amount: 998,
    lines: [{ order_id: first, expected: 998 }],
  });
  expect(body.groups.different).toMatchObject({
    count: 1,
    lines: [{ amount: 900, expected: 998 }],
  });
  expect(
    body.groups.unknown.lines.map((line: { reason: string; line: number }) => [
      line.line,
      line.reason,
    ]),
  ).toEqual([
    [5, 'no_parcel'],
    [6, 'twice'],
  ]);
  expect(body.groups.not_delivered).toMatchObject({
    count: 1,
    amount: 998,
    lines: [
      {
        line: 4,
        reason: 'not_delivered',
        fulfilment: 'shipped',
        handed_over_at: expect.stringMatching(/^20/),
      },
    ],
  });
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
});

test('a line whose amount cannot be read says what is written there', async () => {
  const { body } = await preview('AWB,Amount\nCASH1,499.00 DR');
  expect(body.groups.unknown.lines).toMatchObject([{ reason: 'amount', written: '499.00 DR' }]);
});

test('a list that names orders instead of parcels is matched; an order that it has twice counts once', async () => {
  const { rows } = await shop.db.owner.query('select order_number from orders where id = $1', [
    first,
  ]);
  const number = rows[0].order_number;
  const { body } = await preview(`Order ID,Amount\n${number.toLowerCase()},998\nCASH1,998`);
  expect(body.groups.matched).toMatchObject({ count: 1, lines: [{ order_id: first }] });
  expect(body.groups.unknown.lines).toMatchObject([{ line: 3, reason: 'twice' }]);
});

describe('a list with columns that the shop does not know', () => {
  const text = 'Ref;Sum\nCASH1;998';
  const columns = (of: string, body: object, who = accountant) =>
    who.request('PATCH', `/api/admin/cash/couriers/${of}/columns`, body);

  test('is refused with its columns; once they are chosen, it and the next list are read', async () => {
    expect(await preview(text)).toMatchObject(refused(400, 'columns_unknown'));
    const shown = await accountant.request('POST', '/api/admin/cash/columns', {
      courier,
      file: encode(text),
    });
    expect(shown.body.columns).toEqual([
      { name: 'Ref', sample: 'CASH1' },
      { name: 'Sum', sample: '998' },
    ]);
    const chosen = { tracking: 'Ref', amount: 'Sum', reference: null };
    expect((await columns(courier, chosen)).status).toBe(204);
    expect((await preview(text)).body.groups.matched.count).toBe(1);
    expect((await preview('sum,other,REF\n998,1,CASH1')).body.groups.matched.count).toBe(1);
    expect((await preview(LIST)).body.groups.matched.count).toBe(1);
  });

  test('needs two different ones, of a courier that exists', async () => {
    const same = { tracking: 'Ref', amount: 'Ref', reference: null };
    expect(await columns(courier, same)).toMatchObject(refused(400, 'invalid_input'));
    const chosen = { tracking: 'Ref', amount: 'Sum', reference: null };
    expect(await columns(crypto.randomUUID(), chosen)).toMatchObject(refused(404, 'not_found'));
    const packer = await newStaff(shop, 'packer');
    expect(await columns(courier, chosen, packer)).toMatchObject(refused(403, 'not_permitted'));
  });
});

describe('a list that pays for orders which are still on their way', () => {
  test('names them for delivery; once they are delivered, their lines match', async () => {
    const { id, version } = (
      await shop.db.owner.query(`select id, version from orders where fulfilment = 'shipped'`)
    ).rows[0];
    const before = await preview(LIST);
    expect(before.body.on_the_way).toEqual({ count: 1, orders: [{ id, version }] });
    const delivered = await owner.request('POST', '/api/admin/orders/actions', {
      verb: 'deliver',
      items: before.body.on_the_way.orders,
    });
    expect(delivered.body.outcomes).toMatchObject([{ id, refused: null }]);
    const after = await preview(LIST);
    expect(after.body.on_the_way).toEqual({ count: 0, orders: [] });
    expect(after.body.groups.matched).toMatchObject({ count: 2, amount: 1996 });
  });

  test('names only those: one that is coming back says so, and is left to its own page', async () => {
    await shop.db.owner.query(
      `update orders set fulfilment = 'returning' where fulfilment = 'shipped'`,
    );
    const { body } = await preview(LIST);
    expect(body.on_the_way).toEqual({ count: 0, orders: [] });
    expect(body.groups.not_delivered.lines[0]).toMatchObject({
      reason: 'not_delivered',
      fulfilment: 'returning',
    });
  });
});

describe('an uploaded file', () => {
  test('of 5 MB is refused before it is read', async () => {
    expect(await preview('x'.repeat(5_000_000))).toMatchObject(refused(413, 'payload_too_large'));
    expect(await preview('x'.repeat(MAX_FILE_BYTES + 10))).toMatchObject(
      refused(400, 'invalid_input'),
    );
    expect(
      await accountant.request('POST', '/api/admin/cash/orders/x', { x: 'x'.repeat(70_000) }),
    ).toMatchObject(refused(413, 'payload_too_large'));
  });

  test('of unknown length is refused at 64 kB', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(70_000)));
        controller.close();
      },
    });
    const request = new Request('http://localhost:3000/api/admin/cash/previews', {
      method: 'POST',
      headers: { authorization: `Bearer ${accountant.token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect((await shop.app.request(request)).status).toBe(413);
  });

  test('of somebody who is not staff is not parsed', async () => {
    const file = 'x'.repeat(2_000_000);
    expect(await sendFile(file, asha)).toMatchObject(refused(404, 'not_found'));
  });

  test('that is a spreadsheet is refused with how to save it as CSV', async () => {
    expect((await preview('PK\x03\x04')).body.error.fields.file).toMatch(/Save it as CSV/);
  });

  test('of 10,000 lines is matched within the time of a request', async () => {
    const lines = Array.from({ length: 9_999 }, (_, i) => `TR${i}X,${i + 1}`);
    const { status, body } = await preview(`AWB,Amount\n${lines.join('\n')}\nCASH1,998`);
    expect(status).toBe(200);
    expect(body.groups.matched.count).toBe(1);
    expect(body.groups.unknown).toMatchObject({ count: 9_999 });
    expect(body.groups.unknown.lines).toHaveLength(200);
  });

  test('of 3,000 orders is posted within the time of a request', async () => {
    await shop.db.owner.query('truncate orders cascade');
    await fillOrders(shop.db.owner, 6_000);
    await shop.db.owner.query(`
      insert into cod_collections (order_id, amount, due_at)
        select id, total_amount, now() from orders where fulfilment = 'delivered' order by id limit 3000;
      analyze`);
    const { rows } = await shop.db.owner.query(`
      select tracking_number, amount, courier from cod_collections join shipments using (order_id)`);
    const file = encode(
      `AWB,Amount\n${rows.map((row) => `${row.tracking_number},${row.amount}`).join('\n')}`,
    );
    const request = (path: string, form: object) => {
      const body = JSON.stringify({ courier: rows[0].courier, file, ...form });
      const length = { 'content-length': String(body.length) };
      return accountant.request('POST', `/api/admin/cash/${path}`, body, length);
    };
    const { seen } = (await request('previews', {})).body;
    const posted = await request('remittances', { reference: 'UTR10000', seen });
    expect(posted).toMatchObject({ status: 200, body: { orders: 3_000 } });
  });
});
