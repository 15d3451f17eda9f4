import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { begin, beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

const setStock = (stock: number) =>
  shop().rows(`update products set stock = $1 where id = '6'`, [stock]);

type Expired = { soldOut?: boolean; shopper?: TestShopper };

/** A payment whose hold has ended, of product 1 or of the last piece of product 6, which somebody else has bought. */
async function expired({ soldOut = false, shopper }: Expired = {}): Promise<Paying> {
  const paying = await beginPaying(shop(), [[soldOut ? '6' : '1', 1]], shopper);
  await shop().age(paying.id, 31);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
  expect(await statesOf(paying)).toEqual({ here: 'closed', open: null });
  if (soldOut) await setStock(0);
  return paying;
}

/** What the shopper sees of the payment, and which one the shop says is open. */
async function statesOf({ shopper, id }: Paying) {
  const here = await shopper.request('GET', `/api/payments/${id}`);
  const open = await shopper.request('GET', '/api/payments/open');
  return { here: here.body.state, open: open.body.payment?.id ?? null };
}

/** An authorized payment whose capture fails. */
function authorize(paying: Paying) {
  shop().failNext('server_error', 'POST', /capture$/, 20);
  return pay(shop(), paying, { outcome: 'authorized' });
}

async function authorizeAndCheck(paying: Paying): Promise<void> {
  await authorize(paying);
  await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
}

test('stock is released only after the gateway has said that nobody has paid', async () => {
  const paying = await beginPaying(shop());
  await shop().age(paying.id, 31);
  shop().failNext('server_error', 'GET', /payments$/, 5);
  for (let round = 0; round < 3; round += 1) {
    await shop().makeDue(paying.id);
    await shop().runJobs();
  }
  expect(await stateOf(paying.id)).toBe('open');
  shop().answerAll();
  await shop().makeDue(paying.id);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
});

test('paid when the goods are sold out, the payment is refunded once, with an email', async () => {
  const paying = await expired({ soldOut: true });
  const paid = await pay(shop(), paying);
  expect(await verify(paying.shopper, paid)).toMatchObject(refused(409, 'payment_refunded'));
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('refused');
  expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
    { reason: 'out_of_stock', status: 'processed' },
  ]);
  const jobs = await shop().rows(
    `select name from jobs.job where data ->> 'user_id' = $1 and name like 'refund-%' order by 1`,
    [paying.shopper.shopper.userId],
  );
  expect(jobs).toEqual([{ name: 'refund-done' }, { name: 'refund-started' }]);
  await setStock(50);
});

/** Pays and sends the signature while the gateway's API is down. */
async function sendSignature(paying: Paying, outcome: 'success' | 'authorized' = 'success') {
  shop().failNext('server_error', 'GET', /payments/, 20);
  const { status, body } = await verify(paying.shopper, await pay(shop(), paying, { outcome }));
  expect([status, body.status]).toEqual([200, 'confirming']);
}
const sendAuthorized = (paying: Paying) => sendSignature(paying, 'authorized');

test.each([
  ['while the gateway is down, and then gets the order', false, sendSignature, 'paid'],
  ['while the payment is authorized and the capture fails', false, authorizeAndCheck, 'paid'],
  ['until the authorized one is not captured for lack of stock', true, sendAuthorized, 'closed'],
  ['until it is refunded because the goods are sold out', true, sendSignature, 'refunding'],
])('a shopper who has paid late sees the state confirming %s', async (_, soldOut, payLate, end) => {
  const paying = await expired({ soldOut });
  await payLate(paying);
  expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
  shop().answerAll();
  await shop().settle();
  expect(await statesOf(paying)).toEqual({ here: end, open: null });
  await setStock(50);
});

describe('a payment that stays authorized', () => {
  test('is checked at growing intervals', async () => {
    const paying = await beginPaying(shop());
    await authorize(paying);
    await shop().age(paying.id, 47 * 60);
    await shop().makeDue(paying.id);
    await shop().runJobs();
    expect(await shop().minutesUntilJob(paying.id)).toBeGreaterThan(30);
  });

  test('releases its stock once the bank has returned the money, even after the last scheduled check', async () => {
    const paying = await beginPaying(shop());
    const plannedChecks = async () => {
      const sql = 'select holds_stock from payment_intents where id = $1';
      const [intent] = await shop().rows(sql, [paying.id]);
      return [intent?.holds_stock, await shop().minutesUntilJob(paying.id)];
    };
    await shop().age(paying.id, 121 * 60);
    await shop().settle();
    expect(await plannedChecks()).toEqual([false, null]);
    const { razorpay_payment_id: id } = await authorize(paying);
    await shop().sandbox.tick();
    await shop().runJobs();
    expect(await plannedChecks()).toEqual([true, expect.any(Number)]);

    await shop().rows(
      `update sandbox_gateway.payments set status = 'refunded', amount_refunded = amount where id = $1`,
      [id],
    );
    await shop().rows(
      `insert into sandbox_gateway.refunds (id, payment_id, amount) values ('rfnd_LetGoByItself1', $1, $2)`,
      [id, paying.amount],
    );
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await plannedChecks()).toEqual([false, null]);
  });
});

describe('after the shopper has ordered again', () => {
  async function becomesOrder(late: Paying): Promise<void> {
    await pay(shop(), late);
    await shop().settle();
    expect(await ordersOf(late.id)).toHaveLength(1);
  }

  test('with cash, something else: one order, and the late payment is refunded', async () => {
    const late = await expired();
    await late.shopper.request('DELETE', '/api/cart');
    const order = await toCheckout(late.shopper, [['2', 1]]);
    expect((await submit(late.shopper, order)).status).toBe(201);
    expect(await stateOf(late.id)).toBe('superseded');
    const paid = await pay(shop(), late, { method: 'upi' });
    await shop().settle();
    expect(await ordersOf(late.id)).toEqual([]);
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'superseded', status: 'processed' },
    ]);
  });

  test('a rejected order, or a repeated response for an earlier one, leaves the late payment payable', async () => {
    const late = await expired();
    const wrong = { ...late.order, payment_method: 'cod', total_amount: 1 };
    expect(await submit(late.shopper, wrong)).toMatchObject(refused(409, 'cart_changed'));
    expect((await begin(late.shopper, { ...late.order, total_amount: 1 })).status).toBe(409);
    await becomesOrder(late);

    const shopper = await shop().newShopper();
    const key = randomUUID();
    const before = await toCheckout(shopper, [['1', 1]]);
    const placed = await submit(shopper, before, key);
    const next = await expired({ shopper });
    expect((await submit(shopper, before, key)).body).toEqual(placed.body);
    await becomesOrder(next);
  });

  test('with cash, when it was paid and its webhook is lost: its order is placed first', async () => {
    const late = await expired();
    shop().loseWebhooks(true);
    await pay(shop(), late, { method: 'upi' });
    const cash = { ...late.order, payment_method: 'cod' };
    expect(await submit(late.shopper, cash)).toMatchObject(refused(409, 'cart_empty'));
    expect(await ordersOf(late.id)).toHaveLength(1);
  });

  test.each([
    ['with cash', (order: object) => ({ ...order, payment_method: 'cod' }), submit],
    ['with a second payment', (order: object) => order, begin],
  ])(
    '%s, when the late payment was authorized and holds stock again: its order is placed first',
    async (_, as, order) => {
      const late = await expired();
      await authorizeAndCheck(late);
      const intent = 'select state, holds_stock from payment_intents where id = $1';
      expect(await shop().rows(intent, [late.id])).toEqual([
        { state: 'expired', holds_stock: true },
      ]);
      shop().answerAll();
      expect(await order(late.shopper, as(late.order))).toMatchObject(refused(409, 'cart_empty'));
      expect(await ordersOf(late.id)).toHaveLength(1);
    },
  );
});
