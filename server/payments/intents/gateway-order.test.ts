import { randomUUID } from 'node:crypto';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused, toCheckout } from '#test/checkout.ts';
import { asPaying, begin, beginPaying } from '#test/payments.ts';

const { shop, stateOf } = openAuditedShop();

test('a double click begins one payment with one order at the gateway', async () => {
  const asha = await shop().newShopper();
  const first = await beginPaying(shop(), [['1', 1]], asha);
  const key = randomUUID();
  const bina = await shop().newShopper();
  const { order } = await beginPaying(shop(), [['1', 1]], bina);
  await bina.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
  const more = { ...order, total_amount: order.total_amount + 799 };
  const answers = await Promise.all([begin(bina, more, key), begin(bina, more, key)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [one, other] = answers;
  expect(other?.body.options.order_id).toBe(one?.body.options.order_id);
  expect(one?.body.options.order_id).not.toBe(first.gatewayOrder);
  const receipt = String(one?.body.payment.id).replaceAll('-', '');
  expect(
    await shop().rows('select id from sandbox_gateway.orders where receipt = $1', [receipt]),
  ).toHaveLength(1);
});

describe('creating the gateway order', () => {
  test('an order whose response was lost is found by its receipt', async () => {
    shop().failNext('reset_after', 'POST', /^\/v1\/orders$/);
    const paying = await beginPaying(shop());
    const receipt = paying.id.replaceAll('-', '');
    expect(
      await shop().rows('select id from sandbox_gateway.orders where receipt = $1', [receipt]),
    ).toEqual([{ id: paying.gatewayOrder }]);
  });

  test('a shopper waits for at most two requests; creation goes on, and its order is found', async () => {
    const asha = await shop().newShopper();
    const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
    const key = randomUUID();
    let requests = 0;
    shop().sandbox.setFaults({
      ...NO_FAULTS,
      request(method, path) {
        if (method !== 'POST' || path !== '/v1/orders') return null;
        requests += 1;
        return requests <= 2 ? 'hang' : null;
      },
    });
    // The third request succeeds: a shopper who waited for it would get a payment.
    expect(await begin(asha, order, key)).toMatchObject(refused(503, 'gateway_unavailable'));
    expect(requests).toBeLessThan(3);
    const paying = asPaying(asha, order, await begin(asha, order, key));
    expect(
      await shop().rows('select id from sandbox_gateway.orders where receipt = $1', [
        paying.id.replaceAll('-', ''),
      ]),
    ).toEqual([{ id: paying.gatewayOrder }]);
  });

  test.each(['server_error', 'hang', 'too_many', 'reset_before'] as const)(
    'a repeated %s is reported, the hold ends, and until then the same key can be retried',
    async (fault) => {
      const asha = await shop().newShopper();
      const { order } = await beginPaying(shop(), [['1', 1]], asha);
      await asha.request('POST', '/api/cart/items', { product_id: '1', quantity: 1 });
      const more = { ...order, total_amount: order.total_amount * 2 };
      const key = randomUUID();
      shop().failNext(fault, 'POST', /^\/v1\/orders$/, 3);
      expect(await begin(asha, more, key)).toMatchObject({
        status: 503,
        body: { error: { code: 'gateway_unavailable' } },
      });
      shop().failNext('hang', 'NEVER', /^$/);
      const again = asPaying(asha, more, await begin(asha, more, key));
      await shop().age(again.id, 31);
      await shop().settle();
      expect(await stateOf(again.id)).toBe('expired');
    },
  );
});
