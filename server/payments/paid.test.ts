import { createHmac, randomUUID } from 'node:crypto';
import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import { timelineTokens } from '#server/orders/order-tokens.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import { SECRET, send } from '#test/shop.ts';

const { shop, ordersOf } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

const cartOf = async ({ shopper }: Paying) => (await shopper.request('GET', '/api/cart')).body;

/** Pays and sends the signature; returns the order. */
async function placed(paying: Paying, orderData?: object) {
  const { status, body } = await verify(paying.shopper, await pay(shop(), paying), orderData);
  expect([status, body.status]).toEqual([200, 'paid']);
  return (await paying.shopper.request('GET', `/api/orders/${body.order_id}`)).body;
}

test('a payment leads to a confirmed, paid order and an empty cart; its timeline and that of an email’s link say so', async () => {
  const paying = await beginPaying(shop(), [['1', 2]]);
  const { payment, options } = paying.begun.body;
  expect(payment).toMatchObject({ state: 'open', amount: 99_800 });
  expect(options).toMatchObject({
    ...{ key: shop().settings.key.id, amount: 99_800, currency: 'INR', name: 'Aparajita' },
    ...{ description: `Order #${payment.order_number}`, theme: { color: '#6B4423' } },
    prefill: { email: paying.shopper.shopper.email, name: 'Asha Rao', contact: '9876543210' },
    timeout: 1200,
  });
  const order = await placed(paying);
  const events = ['placed', 'confirm'].map((kind) => ({ kind, at: order.created_at }));
  expect(order).toMatchObject({
    ...{ order_number: payment.order_number, total_amount: 998, status: 'confirmed', events },
    ...{ payment_status: 'paid', payment_method: 'razorpay' },
    order_items: [{ product_id: '1', quantity: 2, price: 499, subtotal: 998 }],
  });
  expect(await cartOf(paying)).toEqual([]);
  const path = `/api/order-timelines/${timelineTokens(SECRET, Date.now).make(order.id)}`;
  const { body: shared } = await send(shop().app, 'GET', path);
  expect(shared).toMatchObject({ status: 'confirmed', events });
});

test('a closed tab: the webhook places the order, to which the browser comes back later', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop().settle();
  const [order, ...others] = await ordersOf(paying.id);
  expect([order, others]).toMatchObject([{ payment_status: 'paid', status: 'confirmed' }, []]);
  expect((await verify(paying.shopper, paid)).body.order_id).toBe(order?.id);
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

test('eight verifications at once are one order and eight successes', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(paying.shopper, paid)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('events in the wrong order lead to a paid order', async () => {
  const events = ['order.paid', 'payment.captured', 'payment.authorized'];
  const deliveries = (event: string) => [30 * Math.max(0, events.indexOf(event))];
  shop().sandbox.setFaults({ ...NO_FAULTS, deliveries });
  const paying = await beginPaying(shop());
  await pay(shop(), paying);
  const undelivered = 'select from sandbox_gateway.deliveries where next_at is not null';
  do await shop().settle();
  while ((await shop().rows(undelivered)).length > 0);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
  const payments = 'select status from payments where intent_id = $1';
  expect(await shop().rows(payments, [paying.id])).toEqual([{ status: 'captured' }]);
});

test('a paid order keeps the MRP of the time when its payment began', async () => {
  const paying = await beginPaying(shop());
  const setMrp = (mrp: number) => shop().rows(`update products set mrp = $1 where id = '1'`, [mrp]);
  await setMrp(699);
  const { id } = await placed(paying);
  await setMrp(499);
  const items = 'select mrp::float from order_items where order_id = $1';
  expect(await shop().rows(items, [id])).toEqual([{ mrp: 499 }]);
});

test('order_data with another total and other goods is ignored', async () => {
  const paying = await beginPaying(shop());
  const order = await placed(paying, {
    ...{ user_id: randomUUID(), order_number: 'AP-000-000', total_amount: 1 },
    ...{ shipping_address_id: randomUUID(), payment_method: 'razorpay' },
    cart_items: [{ product_id: '6', product_name: 'x', product_image: 'x', quantity: 9, price: 1 }],
  });
  expect(order).toMatchObject({
    total_amount: 499,
    order_number: paying.begun.body.payment.order_number,
    order_items: [{ product_id: '1', quantity: 1, price: 499 }],
  });
});

test('items added to the cart during the payment stay there', async () => {
  const paying = await beginPaying(shop(), [['1', 2]]);
  const added = [
    { product_id: '1', quantity: 3 },
    { product_id: '2', quantity: 1 },
  ];
  for (const item of added) await paying.shopper.request('POST', '/api/cart/items', item);
  expect((await placed(paying)).order_items).toMatchObject([{ product_id: '1', quantity: 2 }]);
  expect(await cartOf(paying)).toMatchObject(added);
});

/** The data of the queued events. */
const events = () =>
  shop().rows<{ data: { order_id?: string } }>(
    `select data from jobs.job where name = 'payment-event' order by created_on, id`,
  );

async function webhook(body: string, eventId: string, signature?: string): Promise<number> {
  const [secret = ''] = shop().settings.webhookSecrets;
  const answer = await shop().app.request('/api/webhooks/razorpay', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': signature ?? createHmac('sha256', secret).update(body).digest('hex'),
    },
  });
  return answer.status;
}

test('the same event sent five times is stored once', async () => {
  const order_id = 'order_StoredOnce1234';
  const payload = { order: { entity: { id: order_id } } };
  const body = JSON.stringify({ event: 'order.paid', payload });
  const id = `evt_${randomUUID()}`;
  const stored = async () => (await events()).filter(({ data }) => data.order_id === order_id);
  for (let time = 0; time < 5; time += 1) expect(await webhook(body, id)).toBe(200);
  expect(await stored()).toHaveLength(1);
  expect(await webhook(body, `evt_${randomUUID()}`)).toBe(200);
  expect(await stored()).toHaveLength(2);
});

test('verification and webhook reject a wrong signature and change nothing', async () => {
  const paying = await beginPaying(shop());
  shop().loseWebhooks(true);
  const paid = await pay(shop(), paying);
  const forged = { ...paid, razorpay_signature: 'f'.repeat(64) };
  expect(await verify(paying.shopper, forged)).toMatchObject(refused(400, 'payment_not_verified'));
  const before = await events();
  expect(await webhook('{}', 'evt_forged', 'f'.repeat(64))).toBe(400);
  expect(await webhook('{}', 'evt_forged', '')).toBe(400);
  expect(await webhook('{}', '')).toBe(400);
  expect(await events()).toEqual(before);
  expect(await ordersOf(paying.id)).toEqual([]);
  expect((await verify(paying.shopper, paid)).status).toBe(200);
});

test('another shopper’s payment is not found', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const bina = await beginPaying(shop());
  expect((await verify(bina.shopper, paid)).status).toBe(404);
  const mixed = { ...paid, razorpay_order_id: bina.gatewayOrder };
  expect((await verify(bina.shopper, mixed)).status).toBe(400);
  expect(await ordersOf(bina.id)).toEqual([]);
  const path = `/api/payments/${paying.id}`;
  expect((await bina.shopper.request('GET', path)).status).toBe(404);
  for (const action of ['check', 'resume', 'cancel'])
    expect((await bina.shopper.request('POST', `${path}/${action}`)).status, action).toBe(404);
});
