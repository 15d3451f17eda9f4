import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/admin/cash.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let accountant: TestShopper;
let asha: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  owner = await newStaff(shop, 'owner');
  accountant = await newStaff(shop, 'accountant');
  courier = (await shop.db.owner.query(`select id from couriers where name = 'Delhivery'`)).rows[0]
    .id;
});

/** Two delivered orders of 998 and one that is still on its way. */
let first: string;
let second: string;
beforeEach(async () => {
  await shop.db.owner.query(
    `truncate orders, cod_remittances, cod_collections cascade; update products set stock = 100`,
  );
  asha = await shop.newShopper(); // a shopper has only so many addresses
  first = await deliver('CASH1');
  second = await deliver('CASH2');
  await handOver('CASH3');
});

async function handOver(tracking_number: string): Promise<{ id: string; version: number }> {
  const { body } = await submit(asha, await toCheckout(asha, [['1', 2]]));
  const path = `/api/admin/orders/${body.id}/actions`;
  const sent = { verb: 'hand_over', version: 0, courier, tracking_number };
  const done = await owner.request('POST', path, sent);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return { id: body.id, version: done.body.version };
}

async function deliver(tracking_number: string): Promise<string> {
  const { id, version } = await handOver(tracking_number);
  await owner.request('POST', `/api/admin/orders/${id}/actions`, { verb: 'deliver', version });
  return id;
}

/** The one that is on its way. */
async function deliverThird(): Promise<string> {
  const { rows } = await shop.db.owner.query(
    `select id, version from orders where fulfilment = 'shipped'`,
  );
  const [{ id, version }] = rows;
  await owner.request('POST', `/api/admin/orders/${id}/actions`, { verb: 'deliver', version });
  return id;
}

const encode = (text: string) => Buffer.from(text).toString('base64');
const LIST = `AWB,COD Amount,UTR
CASH1,"₹998.00",UTR77
CASH2,900,UTR77
CASH3,998,UTR77
NOBODY,5,UTR77
CASH1,998,UTR77`;

const preview = (text: string, who = accountant) => sendFile(encode(text), who);
/** With the length that browsers send. */
const sendFile = (file: string, who: TestShopper) => {
  const body = JSON.stringify({ courier, file });
  return who.request('POST', '/api/admin/cash/previews', body, {
    'content-length': String(body.length),
  });
};
/** The fingerprint of what would be posted now. */
const look = async (text: string): Promise<string> => (await preview(text)).body.seen;
/** After a look at it, or as it was seen before. */
const post = async (text: string, form: object = {}, who = accountant) =>
  who.request('POST', '/api/admin/cash/remittances', {
    courier,
    file: encode(text),
    reference: 'UTR77',
    seen: 'seen' in form ? '' : await look(text),
    ...form,
  });
const undo = (id: string) => accountant.request('POST', `/api/admin/cash/remittances/${id}/undo`);

const postings = async (
  after = '',
): Promise<{ remittances: { amount: number; reference: string }[]; next: string | null }> =>
  (await accountant.request('GET', `/api/admin/cash/remittances${after && `?after=${after}`}`))
    .body;

const byHand = (action: string, id = first, note: string | null = 'Paid in cash') =>
  accountant.request('POST', `/api/admin/cash/orders/${id}`, { action, ...(note && { note }) });
const numberOf = async (id: string): Promise<string> =>
  (await shop.db.owner.query('select order_number from orders where id = $1', [id])).rows[0]
    .order_number;
const cashOf = async (id: string) =>
  (
    await shop.db.owner.query(
      'select state, remitted_amount::float8 from cod_collections where order_id = $1',
      [id],
    )
  ).rows[0];
const count = async (table: string) =>
  Number((await shop.db.owner.query(`select count(*) from ${table}`)).rows[0].count);

/** Where a page begins that follows this order. */
const cursorOf = async (order: string, column: 'collected_at' | 'settled_at'): Promise<string> => {
  const { rows } = await shop.db.owner.query(
    `select (extract(epoch from ${column}) * 1000000)::bigint || '_' || order_id as cursor
     from cod_collections where order_id = $1`,
    [order],
  );
  return rows[0].cursor;
};

test('the accountant sees what each courier owes, and since when', async () => {
  await shop.db.owner.query(
    `update cod_collections set due_at = now() - interval '1 day' where order_id = $1`,
    [first],
  );
  const { body } = await accountant.request('GET', '/api/admin/cash');
  expect(body.couriers[0]).toMatchObject({
    name: 'Delhivery',
    due: 2,
    amount: 1996,
    overdue: 1,
    overdue_amount: 998,
  });
  const open = await accountant.request(
    'GET',
    `/api/admin/cash/orders?courier=${courier}&state=due`,
  );
  expect(open.body.orders).toMatchObject([
    { order_id: first, overdue: true, tracking_number: 'CASH1' },
    { order_id: second, overdue: false },
  ]);
  const after = await accountant.request(
    'GET',
    `/api/admin/cash/orders?after=${await cursorOf(first, 'collected_at')}`,
  );
  expect(after.body.orders).toMatchObject([{ order_id: second }]);
});

describe('what a courier owes by the days since the delivery', () => {
  const ages = async (): Promise<{ orders: number; amount: number }[]> => {
    const { body } = await accountant.request('GET', '/api/admin/cash');
    return body.couriers[0].ages;
  };
  const collect = (order: string, days: number) =>
    shop.db.owner.query(
      `update cod_collections set collected_at = now() - $2 * interval '24 hours' where order_id = $1`,
      [order, days],
    );

  test.each([
    [0, 0],
    [7.99, 0],
    [8, 1],
    [14.99, 1],
    [15, 2],
    [30.99, 2],
    [31, 3],
    [400, 3],
  ])('after %d days it is in age %i', async (days, age) => {
    await collect(first, days);
    await collect(second, days);
    const expected = [0, 1, 2, 3].map((n) =>
      n === age ? { orders: 2, amount: 1996 } : { orders: 0, amount: 0 },
    );
    expect(await ages()).toEqual(expected);
  });

  test('is what is missing of a short one, all of a disputed one, and nothing of what came', async () => {
    const third = await deliverThird();
    await collect(first, 10);
    await collect(second, 20);
    await post('AWB,Amount\nCASH1,998\nCASH2,900');
    await byHand('dispute', third);
    expect(await ages()).toEqual([
      { orders: 1, amount: 998 },
      { orders: 0, amount: 0 },
      { orders: 1, amount: 98 },
      { orders: 0, amount: 0 },
    ]);
    const { body } = await accountant.request('GET', '/api/admin/cash');
    expect(body.couriers[0].amount).toBe(1096);
  });

  test('is nothing for an order of which too much came: that settles no other', async () => {
    await collect(first, 40);
    await post('AWB,Amount\nCASH1,1500');
    expect(await ages()).toEqual([
      { orders: 1, amount: 998 },
      { orders: 0, amount: 0 },
      { orders: 0, amount: 0 },
      { orders: 0, amount: 0 },
    ]);
    const { body } = await accountant.request('GET', '/api/admin/cash');
    expect(body.couriers[0]).toMatchObject({ amount: 998, disputed: 1 });
  });

  test('is saved as CSV after a recent second factor, and logged', async () => {
    await collect(second, 20);
    const stale = await newStaff(shop, 'accountant', { shownAgo: 601 });
    const path = '/api/admin/cash/export';
    expect(await stale.request('GET', path)).toMatchObject(refused(403, 'stale_factor'));
    const { body } = await accountant.request('GET', path);
    expect(body.filename).toMatch(/^cash-\d{4}-\d\d-\d\d\.csv$/);
    expect(body.csv).toBe(
      '\ufeffCourier,Since delivery,Orders,Owed\r\n' +
        'Delhivery,0–7 days,1,998\r\nDelhivery,15–30 days,1,998\r\nTotal,,2,1996\r\n',
    );
    const { body: log } = await owner.request('GET', '/api/admin/audit?verb=export_cash');
    expect(log.entries).toMatchObject([{ staff: accountant.shopper.email }]);
  });
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
    [4, 'not_delivered'],
    [5, 'no_parcel'],
    [6, 'twice'],
  ]);
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
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
    expect(body.groups.unknown.lines[0]).toMatchObject({
      reason: 'not_delivered',
      fulfilment: 'returning',
    });
  });
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

describe('posting the same list twice', () => {
  test('changes nothing, even saved with other columns', async () => {
    const seen = await look(LIST);
    const { body } = await post(LIST, { seen });
    const again = await post(LIST.replace('"₹998.00"', '998'), { reference: 'UTR78', seen });
    expect(again).toMatchObject({
      status: 200,
      body: { id: body.id, reference: 'UTR77', amount: 1898 },
    });
    expect(await count('cod_remittances')).toBe(1);
    expect(await cashOf(second)).toEqual({ state: 'short', remitted_amount: 900 });
    expect((await preview(LIST)).body.groups.remitted.lines).toMatchObject([
      { order_id: first },
      { order_id: second },
    ]);
  });

  test('by two people at once makes one posting', async () => {
    const seen = await look(LIST);
    const both = await Promise.all([post(LIST, { seen }), post(LIST, { seen }, owner)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body.id).toBe(both[1].body.id);
    expect(await count('cod_remittances')).toBe(1);
  });

  test('pays orders that were marked as delivered since, under the same reference', async () => {
    await post(LIST);
    const third = await deliverThird();
    const more = { seen: await look(LIST) };
    const rest = await post(LIST, more);
    expect(rest).toMatchObject({ status: 200, body: { amount: 998, orders: 1 } });
    expect(await cashOf(third)).toEqual({ state: 'remitted', remitted_amount: 998 });
    expect((await post(LIST, more)).body.id).toBe(rest.body.id); // the answer was lost
    expect(await count('cod_remittances')).toBe(2);
  });

  test('is refused if a line shown as new was settled since, even if the count is the same', async () => {
    const list = 'AWB,Amount\nCASH1,998\nCASH3,998';
    await post(list);
    const third = await deliverThird();
    const seen = await look(list);
    await byHand('settle', third);
    expect(await post(list, { seen })).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(await count('cod_remittances')).toBe(1);
  });

  test('posts no order that is delivered while it runs: nobody has seen it', async () => {
    const seen = await look(LIST);
    const lock = await holdLock(shop.db.owner, 'lock table cod_remittances in share mode');
    const posting = post(LIST, { seen });
    const answered = posting.then(() => 'answered');
    await Promise.race([answered, untilWaiting(shop.db.owner, { words: 'post_remittance' })]);
    const { rows } = await shop.db.owner
      .query(
        `insert into cod_collections (order_id, amount, due_at)
         select id, total_amount, now() from orders where fulfilment = 'shipped' returning order_id`,
      )
      .finally(lock.release);
    const { status, body } = await posting;
    // Where the lock was held for too long, it begins again, sees the third order, and asks to look again.
    const posted = status === 409 ? { amount: undefined, lines: 0 } : { amount: 1898, lines: 2 };
    expect({ amount: body.amount, lines: await count('cod_remittance_lines') }).toEqual(posted);
    expect(await cashOf(rows[0].order_id)).toEqual({ state: 'due', remitted_amount: null });
  });

  test('leaves an order that the courier paid by half at half', async () => {
    const half = 'AWB,Amount\nCASH1,499';
    await post(half);
    const { body } = await preview(half);
    expect(body.groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
    expect(body.groups.remitted.lines).toMatchObject([{ order_id: first }]);
    expect(await post(half)).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(await cashOf(first)).toEqual({ state: 'short', remitted_amount: 499 });
  });
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

test('an order for which the courier pays too much is disputed until somebody settles it', async () => {
  await post('AWB,Amount\nCASH1,1000');
  expect(await cashOf(first)).toEqual({ state: 'disputed', remitted_amount: 1000 });
  const act = byHand;
  expect(await act('reopen')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await act('settle')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 1000 });
  expect(await act('reopen')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'disputed', remitted_amount: 1000 });
});

describe('money in a list for an order that was settled by hand', () => {
  test('is unknown, with the day, until the order is reopened', async () => {
    await byHand('settle');
    const { rows } = await shop.db.owner.query(
      'select settled_at from cod_collections where order_id = $1',
      [first],
    );
    const { groups } = (await preview('AWB,Amount\nCASH1,998')).body;
    expect(groups.remitted.count).toBe(0);
    expect(groups.unknown.lines).toMatchObject([{ order_id: first, reason: 'settled' }]);
    expect(Date.parse(groups.unknown.lines[0].settled_at)).toBeCloseTo(
      rows[0].settled_at.getTime(),
      -1,
    );
    await byHand('reopen');
    expect((await preview('AWB,Amount\nCASH1,998')).body.groups.matched.count).toBe(1);
  });

  test('is known if the same amount came with an earlier list', async () => {
    await post(LIST);
    await byHand('settle', second);
    const { groups } = (await preview('AWB,Amount\nCASH2,900')).body;
    expect(groups.remitted.lines).toMatchObject([{ order_id: second, settled_at: null }]);
    const rest = (await preview('AWB,Amount\nCASH2,98')).body;
    expect(rest.groups.unknown.lines).toMatchObject([{ order_id: second, reason: 'settled' }]);
  });
});

describe('posting a list that repeats lines of an earlier one', () => {
  const secondList = `${LIST}\nNOBODY2,7,UTR77`;

  test('does not count the same money twice', async () => {
    await post(LIST);
    const { body } = await preview(secondList);
    expect(body.groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
    expect(body.groups.remitted.lines.map((line: { order_id: string }) => line.order_id)).toEqual([
      first,
      second,
    ]);
  });

  test('pays the other half of an order, even if it is as large as the first', async () => {
    await post('AWB,Amount\nCASH1,499');
    expect(await post('AWB,Amount\nCASH1,499\nNOBODY,1', { reference: 'UTR78' })).toMatchObject({
      status: 200,
    });
    expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  });

  test('counts a line again after the earlier list was taken back', async () => {
    const { body } = await post(LIST);
    await undo(body.id);
    expect((await preview(secondList)).body.groups).toMatchObject({
      matched: { count: 1 },
      different: { count: 1 },
    });
  });
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

describe('undoing a posting', () => {
  test('restores its orders and posts its reversal; the list can be posted again', async () => {
    const { body } = await post(LIST);
    expect(await undo(body.id)).toMatchObject({
      status: 200,
      body: { undone_at: expect.any(String) },
    });
    expect(await undo(body.id)).toMatchObject({ status: 200 }); // sent twice
    expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
    expect(await cashOf(second)).toEqual({ state: 'due', remitted_amount: null });
    const { remittances } = await postings();
    expect(remittances.map(({ amount }) => amount)).toEqual([-1898, 1898]);
    expect(await post(LIST)).toMatchObject({ status: 200 });
    const sums = await shop.db.owner.query(
      `select (select sum(amount) from cod_remittances)::float8 as posted,
         (select sum(amount) from cod_remittance_lines)::float8 as lines,
         (select sum(remitted_amount) from cod_collections)::float8 as held`,
    );
    expect(sums.rows[0]).toEqual({ posted: 1898, lines: 1898, held: 1898 });
  });

  test('is refused once another step was taken with one of its orders, and the refusal says what to do', async () => {
    const { body } = await post(LIST);
    const number = await numberOf(second);
    await byHand('settle', second);
    expect(await undo(body.id)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'changed_meanwhile',
          message: `${number} was settled by hand since: reopen it under “Settled by hand” first.`,
        },
      },
    });
    await byHand('reopen', second);
    await byHand('dispute', second);
    expect((await undo(body.id)).body.error.message).toBe(
      `${number} was disputed since: end the dispute first.`,
    );
    await byHand('reopen', second);
    await post('AWB,Amount\nCASH2,98', { reference: 'UTR78' });
    expect((await undo(body.id)).body.error.message).toBe(
      `${number} came with a later list: undo that list first.`,
    );
    expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  });
});

test('an order settled by hand is listed with who settled it and why, until it is reopened', async () => {
  const settled = async (query = '') =>
    (await accountant.request('GET', `/api/admin/cash/orders?state=settled${query}`)).body.orders;
  await byHand('settle');
  await post('AWB,Amount\nCASH2,900');
  await byHand('settle', second, 'Written off');
  expect(await settled(`&courier=${courier}`)).toMatchObject([
    {
      order_id: second,
      state: 'settled',
      remitted_amount: 900,
      settled: { at: expect.any(String), staff: accountant.shopper.email, reason: 'Written off' },
    },
    { order_id: first, remitted_amount: 998, settled: { reason: 'Paid in cash' } },
  ]);
  expect(await settled(`&after=${await cursorOf(second, 'settled_at')}`)).toMatchObject([
    { order_id: first },
  ]);
  expect(await settled(`&after=${await cursorOf(first, 'settled_at')}`)).toEqual([]);
  const { body: open } = await accountant.request('GET', '/api/admin/cash/orders');
  expect(open.orders).toEqual([]);
  await byHand('reopen', first, null);
  expect(await settled()).toMatchObject([{ order_id: second }]);
  const { body: again } = await accountant.request('GET', '/api/admin/cash/orders');
  expect(again.orders).toMatchObject([{ order_id: first, state: 'due', settled: null }]);
});

test('the next page begins after the last one, even if that page’s last order was reopened since', async () => {
  await shop.db.owner.query(
    `with placed as (
       insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
         request_hash, fulfilment, payment_status)
       select $1, 'AP-PGE-' || n, 100, '{"city":"Pune"}', 'cod', 'page-' || n, 'x', 'delivered', 'paid'
       from generate_series(101, 160) n returning id, order_number
     )
     insert into cod_collections (order_id, amount, state, due_at, settled_at)
     select id, 100, 'remitted', now(), now() - right(order_number, 3)::integer * interval '1 microsecond'
     from placed`,
    [accountant.shopper.userId],
  );
  const page = async (after?: string) =>
    (
      await accountant.request(
        'GET',
        `/api/admin/cash/orders?state=settled${after ? `&after=${after}` : ''}`,
      )
    ).body;
  const numbers = (body: { orders: { order_number: string }[] }) =>
    body.orders.map(({ order_number }) => order_number);
  const begun = await page();
  const all = Array.from({ length: 60 }, (_, n) => `AP-PGE-${101 + n}`);
  expect(numbers(begun)).toEqual(all.slice(0, 50));
  expect(Object.keys(begun.orders[0])).not.toContain('cursor');
  await byHand('reopen', begun.orders.at(-1).order_id, null);
  expect(numbers(await page(begun.next))).toEqual(all.slice(50));
  for (const wrong of ['x', begun.orders[0].order_id, `9${begun.next}`.padStart(80, '9')]) {
    expect(await accountant.request('GET', `/api/admin/cash/orders?after=${wrong}`)).toMatchObject({
      status: 400,
    });
  }
});

test('settling without a reason is refused', async () => {
  for (const note of [null, '  ']) {
    expect(await byHand('settle', first, note)).toMatchObject({
      status: 400,
      body: { error: { fields: { note: 'Say why' } } },
    });
  }
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
});

test('the accountant settles and disputes an order by hand, and takes both back', async () => {
  const act = byHand;
  expect(await act('settle')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  expect(await act('settle')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await act('reopen')).toMatchObject({ status: 204 });
  expect(await act('dispute')).toMatchObject({ status: 204 });
  expect(await act('reopen')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
  await post(LIST);
  expect(await act('reopen')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await act('settle', second)).toMatchObject({ status: 204 });
  expect(await cashOf(second)).toEqual({ state: 'remitted', remitted_amount: 900 });
  expect(await act('reopen', second)).toMatchObject({ status: 204 });
  expect(await cashOf(second)).toEqual({ state: 'short', remitted_amount: 900 });
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
