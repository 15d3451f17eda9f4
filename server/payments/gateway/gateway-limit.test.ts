import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { stocks } from '#test/checkout.ts';
import {
  begin,
  beginPaying,
  openPayingShop,
  type PayingShop,
  pay,
  verify,
} from '#test/payments.ts';

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop({}, { gatewayLimit: true });
});

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
  return count;
}

test('the gateway requests of one shopper are limited, and another shopper can still pay', async () => {
  const { shopper, id } = await beginPaying(shop);
  await setWindowsEnd('expire + 3600000');
  const requests = await countGatewayRequests(async () => {
    for (let n = 0; n < 100; n += 1) {
      const answer = await shopper.request('POST', `/api/payments/${id}/check`);
      expect(answer).toMatchObject({ status: 200, body: { state: 'open' } });
    }
  });
  expect(requests).toBeLessThan(35);
  const other = await beginPaying(shop);
  expect((await verify(other.shopper, await pay(shop, other))).body.status).toBe('paid');
});

test('the limit also covers beginning and cancelling payments, and no stock stays held', async () => {
  const before = await stocks(shop.db.owner);
  const { shopper, order, id } = await beginPaying(shop);
  await shopper.request('POST', `/api/payments/${id}/cancel`);
  await setWindowsEnd('expire + 3600000');
  const statuses = new Set<number>();
  const requests = await countGatewayRequests(async () => {
    for (let n = 0; n < 60; n += 1) {
      const begun = await begin(shopper, order, randomUUID());
      statuses.add(begun.status);
      if (begun.status === 429) expect(begun.headers.get('retry-after')).toBe('60');
      const open = await shopper.request('GET', '/api/payments/open');
      if (open.body.payment) {
        await shopper.request('POST', `/api/payments/${open.body.payment.id}/cancel`);
      }
    }
  });
  expect([...statuses]).toEqual([201, 429]);
  expect(requests).toBeLessThan(35);
  expect(await stocks(shop.db.owner)).toEqual(before);
});

test('a payment made above the limit still becomes an order, and the limit ends after a minute', async () => {
  const paying = await beginPaying(shop);
  await setWindowsEnd('expire + 3600000');
  for (let n = 0; n < 40; n += 1)
    await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
  const paid = await pay(shop, paying);
  expect((await verify(paying.shopper, paid)).body.status).toBe('confirming');
  await shop.settle();
  expect((await verify(paying.shopper, paid)).body.status).toBe('paid');
  await setWindowsEnd('0');
  const again = await beginPaying(shop, [['2', 1]], paying.shopper);
  expect((await verify(again.shopper, await pay(shop, again))).body.status).toBe('paid');
});
