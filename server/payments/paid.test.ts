import { randomUUID } from 'node:crypto';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import { timelineTokens } from '#server/orders/timeline-token.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';

const { shop, ordersOf } = openAuditedShop();

test('a payment leads to a confirmed, paid order and an empty cart', async () => {
  const paying = await beginPaying(shop(), [['1', 2]]);
  expect(paying.begun.body).toMatchObject({
    payment: { state: 'open', amount: 99_800 },
    options: {
      key: shop().settings.key.id,
      amount: 99_800,
      currency: 'INR',
      name: 'Aparajita',
      description: `Order #${paying.begun.body.payment.order_number}`,
      prefill: { email: paying.shopper.shopper.email, name: 'Asha Rao', contact: '9876543210' },
      theme: { color: '#6B4423' },
      timeout: 1200,
    },
  });
  const answer = await verify(paying.shopper, await pay(shop(), paying));
  expect(answer).toMatchObject({ status: 200, body: { status: 'paid' } });
  const order = await paying.shopper.request('GET', `/api/orders/${answer.body.order_id}`);
  expect(order.body).toMatchObject({
    order_number: paying.begun.body.payment.order_number,
    total_amount: 998,
    status: 'confirmed',
    payment_status: 'paid',
    payment_method: 'razorpay',
    order_items: [{ product_id: '1', quantity: 2, price: 499, subtotal: 998 }],
  });
  expect((await paying.shopper.request('GET', '/api/cart')).body).toEqual([]);
});

test('the payment confirms the order: its timeline and that of an email’s link say so', async () => {
  const paying = await beginPaying(shop());
  const { body: paid } = await verify(paying.shopper, await pay(shop(), paying));
  const { body: order } = await paying.shopper.request('GET', `/api/orders/${paid.order_id}`);
  const confirmed = [
    { kind: 'placed', at: order.created_at },
    { kind: 'confirm', at: order.created_at },
  ];
  expect(order.events).toMatchObject(confirmed);
  const tokens = timelineTokens('a secret of the test suite, long enough', Date.now);
  const path = `/api/order-timelines/${tokens.make(paid.order_id)}`;
  const shared = await (await shop().app.request(path)).json();
  expect(shared).toMatchObject({ status: 'confirmed', events: confirmed });
});

test('a closed tab: the webhook places the order', async () => {
  const paying = await beginPaying(shop());
  await pay(shop(), paying);
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop().settle();
  expect(await ordersOf(paying.id)).toMatchObject([
    { payment_status: 'paid', status: 'confirmed' },
  ]);
});

test('a closed tab and all webhooks lost: the scheduled check places the order', async () => {
  shop().loseWebhooks(true);
  const paying = await beginPaying(shop());
  await pay(shop(), paying);
  await shop().settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop().age(paying.id, 2);
  await shop().settle();
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('the webhook first, then the browser: the same order', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  await shop().settle();
  const [order] = await ordersOf(paying.id);
  expect((await verify(paying.shopper, paid)).body.order_id).toBe(order?.id);
});

test('ten verifications at once are one order and ten successes', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(paying.shopper, paid)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('events in the wrong order lead to a paid order', async () => {
  const delays: Record<string, number> = {
    'order.paid': 0,
    'payment.captured': 30,
    'payment.authorized': 60,
  };
  shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 0] });
  const paying = await beginPaying(shop());
  await pay(shop(), paying);
  for (let left = -1; left !== 0; ) {
    await shop().settle();
    left = (await shop().rows(`select 1 from sandbox_gateway.deliveries where next_at is not null`))
      .length;
  }
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
  expect(
    await shop().rows('select status from payments where intent_id = $1', [paying.id]),
  ).toEqual([{ status: 'captured' }]);
});

test('a paid order keeps the MRP of the time when its payment began', async () => {
  const paying = await beginPaying(shop());
  const setMrp = (mrp: number) =>
    shop().db.owner.query(`update products set mrp = $1 where id = '1'`, [mrp]);
  await setMrp(699);
  const { body } = await verify(paying.shopper, await pay(shop(), paying));
  const { rows } = await shop().db.owner.query(
    'select mrp::float from order_items where order_id = $1',
    [body.order_id],
  );
  await setMrp(499);
  expect(rows).toEqual([{ mrp: 499 }]);
});

test('order_data with another total and other goods is ignored', async () => {
  const paying = await beginPaying(shop());
  const { body } = await verify(paying.shopper, await pay(shop(), paying), {
    user_id: randomUUID(),
    order_number: 'AP-000-000',
    total_amount: 1,
    shipping_address_id: randomUUID(),
    payment_method: 'razorpay',
    cart_items: [{ product_id: '6', product_name: 'x', product_image: 'x', quantity: 9, price: 1 }],
  });
  const order = await paying.shopper.request('GET', `/api/orders/${body.order_id}`);
  expect(order.body).toMatchObject({
    total_amount: 499,
    order_number: paying.begun.body.payment.order_number,
    order_items: [{ product_id: '1', quantity: 1, price: 499 }],
  });
});

test('verification while the gateway is down answers confirming, and the order is placed later', async () => {
  const paying = await beginPaying(shop());
  shop().loseWebhooks(true);
  const paid = await pay(shop(), paying);
  shop().failNext('server_error', 'GET', /^\/v1\/payments\/pay_/, 99);
  expect(await verify(paying.shopper, paid)).toMatchObject({
    status: 200,
    body: { status: 'confirming', order_id: null },
  });
  // The shopper cannot pay again.
  const meanwhile = await paying.shopper.request('GET', '/api/payments/open');
  expect(meanwhile.body.payment).toMatchObject({ id: paying.id, state: 'confirming' });
  shop().failNext('hang', 'NEVER', /^$/);
  await shop().settle();
  const now = await paying.shopper.request('GET', `/api/payments/${paying.id}`);
  expect(now.body).toMatchObject({ state: 'paid', order_id: expect.any(String) });
});

test('a payment that failed and then succeeded is paid', async () => {
  const paying = await beginPaying(shop());
  expect(
    await shop().sandbox.pay(paying.gatewayOrder, { outcome: 'fail', method: 'upi' }),
  ).toBeNull();
  await shop().settle();
  expect((await paying.shopper.request('GET', `/api/payments/${paying.id}`)).body.state).toBe(
    'open',
  );
  expect((await verify(paying.shopper, await pay(shop(), paying))).body.status).toBe('paid');
});

test('items added to the cart during the payment stay there', async () => {
  const paying = await beginPaying(shop(), [['1', 2]]);
  await paying.shopper.request('POST', '/api/cart/items', { product_id: '1', quantity: 3 });
  await paying.shopper.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
  const { body } = await verify(paying.shopper, await pay(shop(), paying));
  const order = await paying.shopper.request('GET', `/api/orders/${body.order_id}`);
  expect(order.body.order_items).toMatchObject([{ product_id: '1', quantity: 2 }]);
  const cart = await paying.shopper.request('GET', '/api/cart');
  expect(cart.body).toMatchObject([
    { product_id: '1', quantity: 3 },
    { product_id: '2', quantity: 1 },
  ]);
});
