import { beforeAll, expect, test } from 'vitest';
import { beginPaying, openPayingShop, type Paying, type PayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: PayingShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
});

async function paidOrder(): Promise<{ id: string; paying: Paying; payment: string }> {
  const paying = await beginPaying(shop, [['1', 2]]);
  const { razorpay_payment_id: payment } = await pay(shop, paying);
  await shop.settle();
  const [order] = await shop.rows<{ id: string }>('select id from orders where intent_id = $1', [
    paying.id,
  ]);
  return { id: order?.id ?? '', paying, payment };
}

const refundsOf = (payment: string) =>
  shop.rows(
    'select reason, status, amount_paise::int as amount from refunds where payment_id = $1 order by created_at',
    [payment],
  );

const refund = (id: string, body: object, key: string) =>
  owner.request('POST', `/api/admin/orders/${id}/refunds`, body, { 'idempotency-key': key });

test('cancelling a paid order refunds it in full, once', async () => {
  const { id, paying, payment } = await paidOrder();
  const [before] = await shop.rows<{ stock: number }>(`select stock from products where id = '1'`);
  const cancel = () =>
    paying.shopper.request('POST', `/api/orders/${id}/cancellation`, { reason: 'too_slow' });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await shop.settle();
  expect(await refundsOf(payment)).toEqual([
    { reason: 'cancelled', status: 'processed', amount: 99_800 },
  ]);
  expect(await shop.rows('select status, payment_status from orders where id = $1', [id])).toEqual([
    { status: 'cancelled', payment_status: 'refunded' },
  ]);
  expect(await shop.rows(`select stock from products where id = '1'`)).toEqual([
    { stock: (before?.stock ?? 0) + 2 },
  ]);
});

test('cancelling an order while a late second payment arrives refunds each payment once', async () => {
  const { id, paying, payment } = await paidOrder();
  const second = await pay(shop, paying).catch(() => null);
  await Promise.all([
    owner.request('POST', `/api/admin/orders/${id}/actions`, {
      verb: 'cancel',
      version: 0,
      reason: 'out_of_stock',
    }),
    shop.settle(),
  ]);
  await shop.settle();
  expect(await refundsOf(payment)).toEqual([
    { reason: 'cancelled', status: 'processed', amount: 99_800 },
  ]);
  if (second) {
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'processed', amount: 99_800 },
    ]);
  }
  const [left] = await shop.rows<{ held: number }>(
    `select coalesce(sum(amount) filter (where status = 'captured'), 0)::int as held from sandbox_gateway.payments
     where order_id = $1`,
    [paying.gatewayOrder],
  );
  expect(left?.held).toBe(0);
});

test('staff refund a part, then the rest, never more than was paid, and a repeated request refunds once', async () => {
  const { id, payment } = await paidOrder();
  const part = { version: 0, amount: 100.5, reason: 'goodwill' };
  expect((await refund(id, part, 'first-part-key')).body).toMatchObject({
    version: 1,
    refundable: 897.5,
  });
  expect((await refund(id, part, 'first-part-key')).body).toMatchObject({
    version: 1,
    refundable: 897.5,
  });
  for (const other of [{ amount: 200 }, { reason: 'returned' }]) {
    const { body } = await refund(id, { ...part, ...other }, 'first-part-key');
    expect(body.error.code).toBe('idempotency_key_reused');
  }
  await shop.settle();
  expect(
    (await refund(id, { ...part, version: 1, amount: 897.51 }, 'too-much-key')).body.error.code,
  ).toBe('refund_too_large');
  const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
  expect(body).toMatchObject({
    payment_status: 'partially_refunded',
    refunds: [{ amount: 100.5, status: 'processed' }],
  });
  const items = [{ item: body.order_items[0].id, pieces: 1 }];
  await refund(id, { version: 1, items, reason: 'returned' }, 'second-part-key');
  await shop.settle();
  expect(await refundsOf(payment)).toEqual([
    { reason: 'goodwill', status: 'processed', amount: 10_050 },
    { reason: 'returned', status: 'processed', amount: 49_900 },
  ]);
  const cancelled = await owner.request('POST', `/api/admin/orders/${id}/actions`, {
    verb: 'cancel',
    version: 2,
    reason: 'other',
  });
  expect(cancelled.body.fulfilment).toBe('cancelled');
  await shop.settle();
  expect((await refundsOf(payment)).map(({ amount }) => amount)).toEqual([10_050, 49_900, 39_850]);
});

test('the audit log has the payment’s state before each refund', async () => {
  const { id } = await paidOrder();
  await refund(id, { version: 0, amount: 100, reason: 'goodwill' }, 'the-first-refund');
  await shop.settle();
  await refund(id, { version: 1, amount: 50.5, reason: 'goodwill' }, 'the-second-refund');
  const { body } = await owner.request('GET', `/api/admin/audit?subject_id=${id}&verb=refund`);
  expect(body.entries).toMatchObject([
    {
      before: { payment_status: 'partially_refunded', refunded: 100 },
      after: { amount: 50.5, refunded: 150.5 },
    },
    { before: { payment_status: 'paid', refunded: 0 }, after: { amount: 100, refunded: 100 } },
  ]);
});

test('a refund’s note is visible only to owners, and is written once', async () => {
  const { id, paying } = await paidOrder();
  const note = 'She lost her job';
  const body = { version: 0, amount: 100, reason: 'goodwill', note };
  const first = await refund(id, body, 'refund-with-a-note');
  await refund(id, body, 'refund-with-a-note');
  expect(first.body.events.slice(-2)).toMatchObject([
    { kind: 'refund', data: { amount: 100, reason: 'goodwill' } },
    { kind: 'note', data: { text: note }, shown_to_shopper: false },
  ]);
  const accountant = await newStaff(shop, 'accountant');
  const { body: seen } = await accountant.request('GET', `/api/admin/orders/${id}`);
  expect(seen.events.at(-1)).toMatchObject({ kind: 'refund' });
  const { body: log } = await accountant.request('GET', `/api/admin/audit?subject_id=${id}`);
  expect(log.entries.map(({ verb }: { verb: string }) => verb)).toEqual(['note', 'refund']);
  const packer = await newStaff(shop, 'packer');
  const { status, body: packed } = await packer.request('GET', `/api/admin/orders/${id}`);
  expect(status).toBe(200);
  const { body: own } = await paying.shopper.request('GET', `/api/orders/${id}`);
  for (const each of [seen, log, packed, own]) expect(JSON.stringify(each)).not.toContain(note);
});

test('a refund with the key of another amount is refused', async () => {
  const { id, payment } = await paidOrder();
  const half = { version: 0, amount: 100, reason: 'goodwill' };
  await refund(id, half, 'one-key-two-sums');
  const other = await refund(id, { ...half, amount: 50 }, 'one-key-two-sums');
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
  expect(await refundsOf(payment)).toMatchObject([{ amount: 10_000 }]);
});

test('a refund by hand is possible only for collected cash, and not for more', async () => {
  const { id } = await paidOrder();
  const byHand = (order: string, version: number, amount: number, key: string) =>
    owner.request(
      'POST',
      `/api/admin/orders/${order}/manual-refunds`,
      { version, amount, way: 'upi', reference: 'UTR 1', reason: 'returned' },
      { 'idempotency-key': key },
    );
  expect((await byHand(id, 0, 1, 'online-order-key')).body.error.code).toBe('not_allowed_now');
  const cash = await shop.rows<{ id: string }>(
    `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
       request_hash, fulfilment, payment_status)
     values ($1, 'AP-CAS-H01', 500, '{"city":"Pune","state":"Maharashtra","postal_code":"411001"}', 'cod', 'cash-order',
       'x', 'delivered', 'paid') returning id`,
    [owner.shopper.userId],
  );
  const order = cash[0]?.id ?? '';
  expect((await byHand(order, 0, 200, 'first-cash-key')).body).toMatchObject({
    payment_status: 'partially_refunded',
    refunds: [{ way: 'upi', amount: 200, status: 'done' }],
  });
  expect((await byHand(order, 0, 200, 'first-cash-key')).body.refunds).toHaveLength(1);
  expect((await byHand(order, 0, 100, 'first-cash-key')).body.error.code).toBe(
    'idempotency_key_reused',
  );
  expect((await byHand(order, 1, 301, 'too-much-key')).body.error.code).toBe('refund_too_large');
  expect((await byHand(order, 1, 300, 'second-cash-key')).body).toMatchObject({
    payment_status: 'refunded',
  });
  const { body } = await owner.request('GET', `/api/admin/audit?subject_id=${order}`);
  expect(body.entries).toMatchObject([
    { before: { payment_status: 'partially_refunded', refunded: 200 }, after: { refunded: 500 } },
    { before: { payment_status: 'paid', refunded: 0 }, after: { amount: 200, refunded: 200 } },
  ]);
});
