import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  queuedConfirmations,
  refused,
  resetShop,
  stocks,
  submit,
  toCheckout,
} from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

describe('the same key', () => {
  test('with the same body returns the same order and changes nothing', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    const first = await submit(asha, order, 'a-key-of-mine');
    await asha.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
    const before = await tableFingerprints(shop.db.owner);

    const { total_amount, ...rest } = order;
    const again = await submit(asha, { total_amount, ...rest }, 'a-key-of-mine');

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });

  test('with another body is rejected, and nothing is ordered', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    await submit(asha, order, 'a-key-of-mine');
    const next = await toCheckout(asha, [['2', 1]]);
    const before = await tableFingerprints(shop.db.owner);
    expect(await submit(asha, next, 'a-key-of-mine')).toMatchObject(
      refused(409, 'idempotency_key_reused'),
    );
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });

  test('an order sent twenty times at once is one order, returned twenty times', async () => {
    const order = await toCheckout(asha, [['1', 2]]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(asha, order, 'a-double-click')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await asha.request('GET', '/api/orders')).body.orders).toHaveLength(1);
    expect((await stocks(shop.db.owner))['1']).toBe(98);
    expect(await queuedConfirmations(shop.db.owner)).toHaveLength(1);
  });

  test('is separate for each shopper', async () => {
    const bina = await shop.newShopper();
    const first = await submit(asha, await toCheckout(asha, [['1', 1]]), 'everybodys-key');
    const second = await submit(bina, await toCheckout(bina, [['1', 1]]), 'everybodys-key');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('can be used again after a rejected order', async () => {
    const order = await toCheckout(asha, [['1', 3]]);
    await shop.db.owner.query(`update products set stock = 2 where id = '1'`);
    expect(await submit(asha, order, 'a-key-of-mine')).toMatchObject({ status: 409 });
    await shop.db.owner.query(`update products set stock = 3 where id = '1'`);
    expect(await submit(asha, order, 'a-key-of-mine')).toMatchObject({ status: 201 });
  });
});
