import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';

const { shop, ordersOf } = openAuditedShop();

test('the same event sent five times is stored once', async () => {
  const order_id = 'order_StoredOnce1234';
  const body = JSON.stringify({
    event: 'order.paid',
    payload: { order: { entity: { id: order_id } } },
  });
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
  expect(await verify(paying.shopper, forged)).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_not_verified' } },
  });
  const before = await events();
  expect(await webhook('{}', 'evt_forged', 'f'.repeat(64))).toBe(400);
  expect(await webhook('{}', 'evt_forged', '')).toBe(400);
  expect(await webhook('{}', '')).toBe(400);
  expect(await events()).toEqual(before);
  expect(await ordersOf(paying.id)).toEqual([]);
  expect((await verify(paying.shopper, paid)).status).toBe(200);
});

test("another shopper's payment is not found", async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const bina = await beginPaying(shop());
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
    expect((await bina.shopper.request(method, `/api/payments/${path}`)).status, path).toBe(404);
  }
});

/** The data of the queued events. */
function events() {
  return shop().rows<{ data: { order_id?: string } }>(
    `select data from jobs.job where name = 'payment-event' order by created_on, id`,
  );
}

function webhook(body: string, eventId: string, signature?: string): Promise<number> {
  const [secret = ''] = shop().settings.webhookSecrets;
  return Promise.resolve(
    shop().app.request('/api/webhooks/razorpay', {
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
