import { randomUUID } from 'node:crypto';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { refused, toCheckout } from '#test/checkout.ts';
import { openAuditedShop } from '#test/payment-books.ts';
import { asPaying, begin, beginPaying } from '#test/payments.ts';

const { shop, stateOf } = openAuditedShop();

test('2: a double click begins one payment with one order at the gateway', async () => {
  const asha = await shop().newShopper();
  const first = await beginPaying(shop(), [['1', 1]], asha);
  const key = randomUUID();
  const bina = await shop().newShopper();
  const { order } = await beginPaying(shop(), [['1', 1]], bina);
  await bina.ask('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
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

describe('making the order at the gateway', () => {
  test('15: an order whose answer was lost is found again by its receipt', async () => {
    shop().failNext('reset_after', 'POST', /^\/v1\/orders$/);
    const paying = await beginPaying(shop());
    const receipt = paying.id.replaceAll('-', '');
    expect(
      await shop().rows('select id from sandbox_gateway.orders where receipt = $1', [receipt]),
    ).toEqual([{ id: paying.gatewayOrder }]);
  });

  test('nobody waits longer than two requests take; it goes on without them, and is found', async () => {
    const asha = await shop().newShopper();
    const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
    const key = randomUUID();
    let asked = 0;
    shop().sandbox.setFaults({
      ...NO_FAULTS,
      request(method, path) {
        if (method !== 'POST' || path !== '/v1/orders') return null;
        asked += 1;
        return asked <= 2 ? 'hang' : null;
      },
    });
    // The third request is answered: whoever had waited for it would have a payment.
    expect(await begin(asha, order, key)).toMatchObject(refused(503, 'gateway_unavailable'));
    expect(asked).toBeLessThan(3);
    const paying = asPaying(asha, order, await begin(asha, order, key));
    expect(
      await shop().rows('select id from sandbox_gateway.orders where receipt = $1', [
        paying.id.replaceAll('-', ''),
      ]),
    ).toEqual([{ id: paying.gatewayOrder }]);
  });

  test.each(['server_error', 'hang', 'too_many', 'reset_before'] as const)(
    '16: %s for ever is told, the hold ends, and until then the same key goes on',
    async (fault) => {
      const asha = await shop().newShopper();
      const { order } = await beginPaying(shop(), [['1', 1]], asha);
      await asha.ask('POST', '/api/cart/items', { product_id: '1', quantity: 1 });
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
