import { randomUUID } from 'node:crypto';
import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { gatewayTimeouts } from '#server/payments/context.ts';
import { refused, stocks, toCheckout } from '#test/checkout.ts';
import { asPaying, begin, beginPaying, openPayingShop, pay, verify } from '#test/payments.ts';

const shop = await openPayingShop({}, { gatewayLimit: true, timeouts: LONG_TIMEOUTS });
beforeEach(() => {
  shop.answerAll();
});

/** The gateway's orders that were created for a payment of ours. */
const ordersFor = (id: string) =>
  shop.rows('select id from sandbox_gateway.orders where receipt = $1', [id.replaceAll('-', '')]);

async function readyToPay() {
  const asha = await shop.newShopper();
  const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
  return { asha, order, key: randomUUID() };
}

describe('the gateway’s order of a payment', () => {
  test('is one for a double click', async () => {
    const { asha, order, key } = await readyToPay();
    const [one, other] = await Promise.all([begin(asha, order, key), begin(asha, order, key)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body.options.order_id).toBe(one.body.options.order_id);
    expect(await ordersFor(one.body.payment.id)).toHaveLength(1);
  });

  test('whose response was lost is found by its receipt', async () => {
    shop.failNext('reset_after', 'POST', /^\/v1\/orders$/);
    const { id, gatewayOrder } = await beginPaying(shop);
    expect(await ordersFor(id)).toEqual([{ id: gatewayOrder }]);
  });

  test('makes a shopper wait for at most two requests; creation goes on, and it is found', async () => {
    const { asha, order, key } = await readyToPay();
    let requests = 0;
    shop.sandbox.setFaults({
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
    expect(await ordersFor(paying.id)).toEqual([{ id: paying.gatewayOrder }]);
  });

  test('after repeated failures: it is reported, the hold ends, and until then the same key can be retried', async () => {
    const { asha, order, key } = await readyToPay();
    shop.failNext('server_error', 'POST', /^\/v1\/orders$/, 3);
    expect(await begin(asha, order, key)).toMatchObject(refused(503, 'gateway_unavailable'));
    shop.answerAll();
    const { id } = asPaying(asha, order, await begin(asha, order, key));
    await shop.age(id, 31);
    await shop.settle();
    const intent = 'select state from payment_intents where id = $1';
    expect(await shop.rows(intent, [id])).toEqual([{ state: 'expired' }]);
  });
});

describe('the gateway requests of one shopper are limited', () => {
  /** Ends the windows of all shoppers now ('0'), or an hour later, however slow the machine is. */
  const setWindowsEnd = (end: '0' | 'expire + 3600000') =>
    shop.rows(`update rate_limits set expire = ${end} where key like 'gateway:%'`);

  /** Counts the requests that reach the gateway during `work`. */
  async function countGatewayRequests(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    shop.sandbox.setFaults({
      deliveries: () => [],
      request: () => {
        count += 1;
        return null;
      },
    });
    await work();
    shop.answerAll();
    return count;
  }

  test('and another shopper can still pay; a payment above the limit still becomes an order; the limit ends after a minute', async () => {
    const paying = await beginPaying(shop);
    const { shopper, id } = paying;
    await setWindowsEnd('expire + 3600000');
    const requests = await countGatewayRequests(async () => {
      for (let n = 0; n < 40; n += 1) {
        const answer = await shopper.request('POST', `/api/payments/${id}/check`);
        expect(answer).toMatchObject({ status: 200, body: { state: 'open' } });
      }
    });
    expect(requests).toBeLessThan(35);
    const other = await beginPaying(shop);
    expect((await verify(other.shopper, await pay(shop, other))).body.status).toBe('paid');

    const paid = await pay(shop, paying);
    expect((await verify(shopper, paid)).body.status).toBe('confirming');
    await shop.settle();
    expect((await verify(shopper, paid)).body.status).toBe('paid');
    await setWindowsEnd('0');
    const again = await beginPaying(shop, [['2', 1]], shopper);
    expect((await verify(shopper, await pay(shop, again))).body.status).toBe('paid');
  });

  test('also those of beginning and cancelling payments, and no stock stays held', async () => {
    const before = await stocks(shop.db.owner);
    const { shopper, order, id } = await beginPaying(shop);
    await shopper.request('POST', `/api/payments/${id}/cancel`);
    await setWindowsEnd('expire + 3600000');
    const statuses = new Set<number>();
    const requests = await countGatewayRequests(async () => {
      for (let n = 0; n < 40; n += 1) {
        const begun = await begin(shopper, order);
        statuses.add(begun.status);
        if (begun.status === 429) expect(begun.headers.get('retry-after')).toBe('60');
        const { payment } = (await shopper.request('GET', '/api/payments/open')).body;
        if (payment) await shopper.request('POST', `/api/payments/${payment.id}/cancel`);
      }
    });
    expect([...statuses]).toEqual([201, 429]);
    expect(requests).toBeLessThan(35);
    expect(await stocks(shop.db.owner)).toEqual(before);
  });
});

test('the timeout of a sync is less than that of one gateway request, of creating an order at most two', () => {
  const { sync, createOrder } = gatewayTimeouts(10_000);
  expect(sync).toBeLessThan(10_000);
  expect(createOrder).toBe(20_000);
  expect(sync + createOrder, 'less than the browser waits').toBeLessThan(30_000);
});
