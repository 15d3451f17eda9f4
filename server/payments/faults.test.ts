import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { submit } from '#test/checkout.ts';
import {
  asPaying,
  begin,
  beginPaying,
  ledger,
  openPayingShop,
  type PayingShop,
  pay,
  verify,
} from '#test/payments.ts';
import { NO_FAULTS } from './sandbox/faults.ts';
import { sweep } from './sweep.ts';

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop();
});

/** After every case: all webhooks come, everything due is done, and the books are right. */
afterEach(async () => {
  shop.loseWebhooks(false);
  shop.failNext('hang', 'NEVER', /^$/);
  await shop.settle();
  const sums = await ledger(shop);
  expect(sums).toMatchObject({ wrong: 0 });
  expect(sums?.orders).toBe(sums?.held);
  expect(sums?.refunds).toBe(sums?.refunded);
  const [stock] = await shop.rows(`
    select product.id, product.stock, product.stock + coalesce(held.quantity, 0) + coalesce(sold.quantity, 0) as all
    from products product
    left join (select product_id, sum(quantity) as quantity from payment_intent_items item
      join payment_intents on id = intent_id where holds_stock group by 1) held on held.product_id = product.id
    left join (select product_id, sum(quantity) as quantity from order_items group by 1) sold
      on sold.product_id = product.id
    where product.id = '1'`);
  expect(stock?.all).toBe(String(STOCK));
});

let STOCK = 0;
beforeAll(async () => {
  const [row] = await shop.rows<{ stock: number }>(`select stock from products where id = '1'`);
  STOCK = row?.stock ?? 0;
});

async function ordersOf(id: string) {
  return shop.rows(
    `select id, payment_status, status, total_amount, payment_id from orders where intent_id = $1`,
    [id],
  );
}
const stateOf = async (id: string) =>
  (await shop.rows(`select state from payment_intents where id = $1`, [id]))[0]?.state;
const refundsOf = (payment: string) =>
  shop.rows(`select reason, status from refunds where payment_id = $1`, [payment]);

test('1: who pays has a confirmed, paid order, and an empty cart', async () => {
  const paying = await beginPaying(shop, [['1', 2]]);
  expect(paying.begun.body).toMatchObject({
    payment: { state: 'open', amount: 99_800 },
    options: {
      key: shop.settings.key.id,
      amount: 99_800,
      currency: 'INR',
      name: 'Aparajita',
      description: `Order #${paying.begun.body.payment.order_number}`,
      prefill: { email: paying.shopper.shopper.email, name: 'Asha Rao', contact: '9876543210' },
      theme: { color: '#6B4423' },
      timeout: 1200,
    },
  });
  const answer = await verify(paying.shopper, await pay(shop, paying));
  expect(answer).toMatchObject({ status: 200, body: { status: 'paid' } });
  const order = await paying.shopper.ask('GET', `/api/orders/${answer.body.order_id}`);
  expect(order.body).toMatchObject({
    order_number: paying.begun.body.payment.order_number,
    total_amount: 998,
    status: 'confirmed',
    payment_status: 'paid',
    payment_method: 'razorpay',
    order_items: [{ product_id: '1', quantity: 2, price: 499, subtotal: 998 }],
  });
  expect((await paying.shopper.ask('GET', '/api/cart')).body).toEqual([]);
});

test('2: a double click begins one payment with one order at the gateway', async () => {
  const asha = await shop.newShopper();
  const first = await beginPaying(shop, [['1', 1]], asha);
  const key = randomUUID();
  const bina = await shop.newShopper();
  const { order } = await beginPaying(shop, [['1', 1]], bina);
  await bina.ask('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
  const more = { ...order, total_amount: order.total_amount + 799 };
  const answers = await Promise.all([begin(bina, more, key), begin(bina, more, key)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [one, other] = answers;
  expect(other?.body.options.order_id).toBe(one?.body.options.order_id);
  expect(one?.body.options.order_id).not.toBe(first.gatewayOrder);
  const receipt = String(one?.body.payment.id).replaceAll('-', '');
  expect(
    await shop.rows('select id from sandbox_gateway.orders where receipt = $1', [receipt]),
  ).toHaveLength(1);
});

test('3: a closed tab: the webhook brings the order', async () => {
  const paying = await beginPaying(shop);
  await pay(shop, paying);
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop.settle();
  expect(await ordersOf(paying.id)).toMatchObject([
    { payment_status: 'paid', status: 'confirmed' },
  ]);
});

test('4: a closed tab and all webhooks lost: the schedule brings the order', async () => {
  shop.loseWebhooks(true);
  const paying = await beginPaying(shop);
  await pay(shop, paying);
  await shop.settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop.age(paying.id, 2);
  await shop.settle();
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('5: the webhook first, then the browser: the same order', async () => {
  const paying = await beginPaying(shop);
  const paid = await pay(shop, paying);
  await shop.settle();
  const [order] = await ordersOf(paying.id);
  expect((await verify(paying.shopper, paid)).body.order_id).toBe(order?.id);
});

test('6: ten verifications at once are one order and ten successes', async () => {
  const paying = await beginPaying(shop);
  const paid = await pay(shop, paying);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(paying.shopper, paid)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('7: the same event five times is one event', async () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: {} });
  const id = `evt_${randomUUID()}`;
  for (let time = 0; time < 5; time += 1) expect(await webhook(body, id)).toBe(200);
  const kept = await shop.rows('select body from payment_events where event_id = $1', [id]);
  expect(kept.map((row) => String(row.body))).toEqual([body]);
});

test('8: events in the wrong order end as paid', async () => {
  const delays: Record<string, number> = {
    'order.paid': 0,
    'payment.captured': 30,
    'payment.authorized': 60,
  };
  shop.sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 0] });
  const paying = await beginPaying(shop);
  await pay(shop, paying);
  for (let left = -1; left !== 0; ) {
    await shop.settle();
    left = (await shop.rows(`select 1 from sandbox_gateway.deliveries where next_at is not null`))
      .length;
  }
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
  expect(await shop.rows('select status from payments where intent_id = $1', [paying.id])).toEqual([
    { status: 'captured' },
  ]);
});

test('9: a wrong signature is refused by verification and by the webhook, and changes nothing', async () => {
  const paying = await beginPaying(shop);
  shop.loseWebhooks(true);
  const paid = await pay(shop, paying);
  const forged = { ...paid, razorpay_signature: 'f'.repeat(64) };
  expect(await verify(paying.shopper, forged)).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_not_verified' } },
  });
  const before = await shop.rows('select count(*) from payment_events');
  expect(await webhook('{}', 'evt_forged', 'f'.repeat(64))).toBe(400);
  expect(await webhook('{}', 'evt_forged', '')).toBe(400);
  expect(await webhook('{}', '')).toBe(400);
  expect(await shop.rows('select count(*) from payment_events')).toEqual(before);
  expect(await ordersOf(paying.id)).toEqual([]);
  expect((await verify(paying.shopper, paid)).status).toBe(200);
});

test("11: another shopper's payment is not found", async () => {
  const paying = await beginPaying(shop);
  const paid = await pay(shop, paying);
  const bina = await beginPaying(shop);
  expect((await verify(bina.shopper, paid)).status).toBe(404);
  const mixed = { ...paid, razorpay_order_id: bina.gatewayOrder };
  expect((await verify(bina.shopper, mixed)).status).toBe(400);
  expect(await ordersOf(bina.id)).toEqual([]);
  for (const path of [
    `${paying.id}`,
    `${paying.id}/check`,
    `${paying.id}/resume`,
    `${paying.id}/cancel`,
  ]) {
    const method = path.includes('/') ? 'POST' : 'GET';
    expect((await bina.shopper.ask(method, `/api/payments/${path}`)).status, path).toBe(404);
  }
});

test('12: order_data that says another total and other goods is not read', async () => {
  const paying = await beginPaying(shop);
  const { body } = await verify(paying.shopper, await pay(shop, paying), {
    user_id: randomUUID(),
    order_number: 'AP-000-000',
    total_amount: 1,
    shipping_address_id: randomUUID(),
    payment_method: 'razorpay',
    cart_items: [{ product_id: '6', product_name: 'x', product_image: 'x', quantity: 9, price: 1 }],
  });
  const order = await paying.shopper.ask('GET', `/api/orders/${body.order_id}`);
  expect(order.body).toMatchObject({
    total_amount: 499,
    order_number: paying.begun.body.payment.order_number,
    order_items: [{ product_id: '1', quantity: 1, price: 499 }],
  });
});

test('13: a capture of another amount is given back, and the payment can still be made', async () => {
  const paying = await beginPaying(shop);
  const wrong = await pay(shop, paying, { amount: 100 });
  expect(await verify(paying.shopper, wrong)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_refunded' } },
  });
  await shop.settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  expect(await refundsOf(wrong.razorpay_payment_id)).toEqual([
    { reason: 'mismatch', status: 'processed' },
  ]);
  const right = await pay(shop, paying, { again: true });
  expect((await verify(paying.shopper, right)).body.status).toBe('paid');
});

test('14: a second capture whose webhooks are lost is found by the sweep and given back once', async () => {
  const paying = await beginPaying(shop);
  expect((await verify(paying.shopper, await pay(shop, paying))).status).toBe(200);
  await shop.settle();
  shop.loseWebhooks(true);
  const second = await pay(shop, paying, { again: true });
  await shop.settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([]);
  await Promise.all([sweep(shop.payments.till, Date.now()), sweep(shop.payments.till, Date.now())]);
  await shop.settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([
    { reason: 'duplicate', status: 'processed' },
  ]);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
});

describe('making the order at the gateway', () => {
  test('15: an order whose answer was lost is found again by its receipt', async () => {
    shop.failNext('reset_after', 'POST', /^\/v1\/orders$/);
    const paying = await beginPaying(shop);
    const receipt = paying.id.replaceAll('-', '');
    expect(
      await shop.rows('select id from sandbox_gateway.orders where receipt = $1', [receipt]),
    ).toEqual([{ id: paying.gatewayOrder }]);
  });

  test.each(['server_error', 'hang', 'too_many', 'reset_before'] as const)(
    '16: %s for ever is told, the hold ends, and until then the same key goes on',
    async (fault) => {
      const asha = await shop.newShopper();
      const { order } = await beginPaying(shop, [['1', 1]], asha);
      await asha.ask('POST', '/api/cart/items', { product_id: '1', quantity: 1 });
      const more = { ...order, total_amount: order.total_amount * 2 };
      const key = randomUUID();
      shop.failNext(fault, 'POST', /^\/v1\/orders$/, 3);
      expect(await begin(asha, more, key)).toMatchObject({
        status: 503,
        body: { error: { code: 'gateway_unavailable' } },
      });
      shop.failNext('hang', 'NEVER', /^$/);
      const again = asPaying(asha, more, await begin(asha, more, key));
      await shop.age(again.id, 31);
      await shop.settle();
      expect(await stateOf(again.id)).toBe('expired');
    },
  );
});

test('17: verification while the gateway is away says so, and the order comes', async () => {
  const paying = await beginPaying(shop);
  shop.loseWebhooks(true);
  const paid = await pay(shop, paying);
  shop.failNext('server_error', 'GET', /^\/v1\/payments\/pay_/, 99);
  expect(await verify(paying.shopper, paid)).toMatchObject({
    status: 200,
    body: { status: 'confirming', order_id: null },
  });
  shop.failNext('hang', 'NEVER', /^$/);
  await shop.settle();
  const now = await paying.shopper.ask('GET', `/api/payments/${paying.id}`);
  expect(now.body).toMatchObject({ state: 'paid', order_id: expect.any(String) });
});

test('18: a payment that failed and then succeeded is paid', async () => {
  const paying = await beginPaying(shop);
  expect(
    await shop.sandbox.pay(paying.gatewayOrder, { outcome: 'fail', method: 'upi' }),
  ).toBeNull();
  await shop.settle();
  expect((await paying.shopper.ask('GET', `/api/payments/${paying.id}`)).body.state).toBe('open');
  expect((await verify(paying.shopper, await pay(shop, paying))).body.status).toBe('paid');
});

describe('paid after the hold has ended', () => {
  test('19: while there is stock, the order comes all the same', async () => {
    const paying = await beginPaying(shop);
    await shop.age(paying.id, 31);
    await shop.settle();
    expect(await stateOf(paying.id)).toBe('expired');
    await pay(shop, paying);
    await shop.settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('20: when the goods are gone, the money goes back once, with a mail', async () => {
    await shop.rows(`update products set stock = 1 where id = '6'`);
    const paying = await beginPaying(shop, [['6', 1]]);
    await shop.age(paying.id, 31);
    await shop.settle();
    await shop.rows(`update products set stock = 0 where id = '6'`);
    const paid = await pay(shop, paying);
    expect((await verify(paying.shopper, paid)).body.error.code).toBe('payment_refunded');
    await shop.settle();
    expect(await stateOf(paying.id)).toBe('refused');
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'out_of_stock', status: 'processed' },
    ]);
    const jobs = await shop.rows(
      `select name from jobs.job where data ->> 'user_id' = $1 order by 1`,
      [paying.shopper.shopper.userId],
    );
    expect(jobs).toEqual([{ name: 'refund-done' }, { name: 'refund-started' }]);
    await shop.rows(`update products set stock = 50 where id = '6'`);
  });

  test('money that was only promised late is not taken when the goods are gone', async () => {
    await shop.rows(`update products set stock = 1 where id = '6'`);
    const paying = await beginPaying(shop, [['6', 1]]);
    await shop.age(paying.id, 31);
    await shop.settle();
    await shop.rows(`update products set stock = 0 where id = '6'`);
    const paid = await pay(shop, paying, { outcome: 'authorized' });
    await shop.settle();
    expect(
      await shop.rows(`select status from sandbox_gateway.payments where id = $1`, [
        paid.razorpay_payment_id,
      ]),
    ).toEqual([{ status: 'authorized' }]);
    await shop.rows(`update products set stock = 50 where id = '6'`);
  });

  test('money that was only promised late is taken while there is stock', async () => {
    const paying = await beginPaying(shop);
    await shop.age(paying.id, 31);
    await shop.settle();
    await pay(shop, paying, { outcome: 'authorized' });
    await shop.settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });
});

test('21: a refund whose answer is lost is made once', async () => {
  const paying = await beginPaying(shop);
  await verify(paying.shopper, await pay(shop, paying));
  const second = await pay(shop, paying, { again: true });
  shop.failNext('reset_after', 'POST', /refund$/, 2);
  for (let left = -1; left !== 0; ) {
    await shop.settle();
    left = (await shop.rows(`select 1 from refunds where status = 'queued'`)).length;
  }
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([
    { reason: 'duplicate', status: 'processed' },
  ]);
  expect(
    await shop.rows('select 1 from sandbox_gateway.refunds where payment_id = $1', [
      second.razorpay_payment_id,
    ]),
  ).toHaveLength(1);
});

test('22: a refund at the gateway’s own desk, heard of before the capture, ends as refunded', async () => {
  const paying = await beginPaying(shop);
  const paid = await pay(shop, paying);
  await verify(paying.shopper, paid);
  await refundAtDesk(paid.razorpay_payment_id, 20_000);
  await shop.settle();
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
  await refundAtDesk(paid.razorpay_payment_id, 29_900);
  await shop.settle();
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
  await verify(paying.shopper, paid);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
  await shop.rows('delete from sandbox_gateway.refunds where payment_id = $1', [
    paid.razorpay_payment_id,
  ]);
  await shop.rows(
    `update sandbox_gateway.payments set status = 'captured', amount_refunded = 0 where id = $1`,
    [paid.razorpay_payment_id],
  );
});

test('23: what was put into the cart during the payment stays there', async () => {
  const paying = await beginPaying(shop, [['1', 2]]);
  await paying.shopper.ask('POST', '/api/cart/items', { product_id: '1', quantity: 3 });
  await paying.shopper.ask('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
  const { body } = await verify(paying.shopper, await pay(shop, paying));
  const order = await paying.shopper.ask('GET', `/api/orders/${body.order_id}`);
  expect(order.body.order_items).toMatchObject([{ product_id: '1', quantity: 2 }]);
  const cart = await paying.shopper.ask('GET', '/api/cart');
  expect(cart.body).toMatchObject([
    { product_id: '1', quantity: 3 },
    { product_id: '2', quantity: 1 },
  ]);
});

test('25: cash twice and then a late UPI payment: one order, and the money goes back', async () => {
  const paying = await beginPaying(shop);
  const key = randomUUID();
  const cash = { ...paying.order, payment_method: 'cod' };
  const [first, second] = await Promise.all([
    submit(paying.shopper, cash, key),
    submit(paying.shopper, cash, key),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect(await stateOf(paying.id)).toBe('superseded');
  const paid = await pay(shop, paying, { method: 'upi' });
  await shop.settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
    { reason: 'superseded', status: 'processed' },
  ]);
});

function webhook(body: string, eventId: string, signature?: string): Promise<number> {
  const [secret = ''] = shop.settings.webhookSecrets;
  return Promise.resolve(
    shop.app.request('/api/webhooks/razorpay', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature':
          signature ?? createHmac('sha256', secret).update(body).digest('hex'),
      },
    }),
  ).then(({ status }) => status);
}

/** Somebody gives money back in the dashboard, which sends no key of ours. */
async function refundAtDesk(payment: string, amount: number): Promise<void> {
  const { id, secret } = shop.settings.key;
  const response = await fetch(`${shop.sandbox.url}/v1/payments/${payment}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ amount }),
  });
  expect(response.status).toBe(200);
}
