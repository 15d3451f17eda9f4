import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginPaying, openPayingShop } from '#test/payments.ts';
import { type Answer, openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  asha = await shop.newShopper();
});

describe('2xx', () => {
  test('a new cart is empty', async () => {
    expect(await asha.request('GET', '/api/cart')).toMatchObject({ status: 200, body: [] });
  });

  test('what is added has the shop’s name, picture and price', async () => {
    const added = await add('1', 2);
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: expect.any(String),
      product_id: '1',
      product_name: 'Dried Aparajita Flowers',
      product_image: '/pictures/products/1-pack.webp',
      quantity: 2,
      price: 499,
      current_price: 499,
      stock: 500,
      order_limit: null,
      available: true,
    });
    expect((await asha.request('GET', '/api/cart')).body).toEqual([added.body]);
  });

  test('adding a product again increases its quantity', async () => {
    const first = await add('1', 2);
    const second = await add('1', 3);
    expect(second).toMatchObject({ status: 201, body: { id: first.body.id, quantity: 5 } });
    expect((await asha.request('GET', '/api/cart')).body).toHaveLength(1);
  });

  test('two tabs adding the same product at once lose nothing and make one line', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('2', 3)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect((await asha.request('GET', '/api/cart')).body).toMatchObject([{ quantity: 30 }]);
  });

  test('a line stops growing at 999', async () => {
    await add('1', 999);
    expect((await add('1', 5)).body.quantity).toBe(999);
  });

  test('items are in the order they were added, also after changes', async () => {
    const { body: third } = await add('3');
    await add('1');
    await add('2');
    await asha.request('PATCH', `/api/cart/items/${third.id}`, { quantity: 9 });
    await add('3');
    const { body } = await asha.request('GET', '/api/cart');
    expect(body.map((line: { product_id: string }) => line.product_id)).toEqual(['3', '1', '2']);
  });

  test('a quantity is set, not added', async () => {
    const { body: line } = await add('1', 2);
    const answer = await asha.request('PATCH', `/api/cart/items/${line.id}`, { quantity: 7 });
    expect(answer).toMatchObject({ status: 200, body: { id: line.id, quantity: 7 } });
  });

  test('a cart may hold more than is in stock; the item shows the stock', async () => {
    await shop.db.owner.query(`update products set stock = 2 where id = '6'`);
    expect((await add('6', 3)).body).toMatchObject({ quantity: 3, stock: 2 });
  });

  test('a changed price is shown with the earlier one until the item is updated', async () => {
    const { body: line } = await add('5');
    await shop.db.owner.query(`update products set price = 649.50, mrp = 699 where id = '5'`);
    expect((await asha.request('GET', '/api/cart')).body).toMatchObject([
      { price: 599, current_price: 649.5 },
    ]);
    const answer = await asha.request('PATCH', `/api/cart/items/${line.id}`, { quantity: 1 });
    expect(answer.body).toMatchObject({ price: 649.5, current_price: 649.5 });
    await shop.db.owner.query(`update products set price = 599 where id = '5'`);
  });

  test('a product that is no longer sold stays in the cart as unavailable', async () => {
    await add('4');
    await shop.db.owner.query(`update products set active = false where id = '4'`);
    expect((await asha.request('GET', '/api/cart')).body).toMatchObject([{ available: false }]);
    await shop.db.owner.query(`update products set active = true where id = '4'`);
  });

  test('a removed item is gone, the others stay', async () => {
    const { body: line } = await add('1');
    await add('2');
    const answer = await asha.request('DELETE', `/api/cart/items/${line.id}`);
    expect(answer).toMatchObject({ status: 204, body: null });
    expect((await asha.request('GET', '/api/cart')).body).toMatchObject([{ product_id: '2' }]);
  });

  test('clearing empties the cart, also an empty one', async () => {
    await add('1');
    await add('2');
    expect(await asha.request('DELETE', '/api/cart')).toMatchObject({ status: 204 });
    expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
    expect(await asha.request('DELETE', '/api/cart')).toMatchObject({ status: 204 });
  });
});

describe('while a payment is open', () => {
  test('its held stock counts as in stock for its shopper only', async () => {
    const paying = await openPayingShop();
    const { shopper, id } = await beginPaying(paying, [['6', 2]]);
    await paying.rows(`update products set stock = 1 where id = '6'`);
    const line = async (who: TestShopper) => (await who.request('GET', '/api/cart')).body[0];
    const { id: own } = await line(shopper);
    expect(await line(shopper)).toMatchObject({ quantity: 2, stock: 3 });
    const change = (quantity: number) =>
      shopper.request('PATCH', `/api/cart/items/${own}`, { quantity });
    expect((await change(3)).body).toMatchObject({ quantity: 3, stock: 3 });
    const more = { product_id: '6', quantity: 1 };
    expect((await shopper.request('POST', '/api/cart/items', more)).body).toMatchObject({
      stock: 3,
    });

    const bina = await paying.newShopper();
    await bina.request('POST', '/api/cart/items', more);
    expect(await line(bina)).toMatchObject({ stock: 1 });
    await shopper.request('POST', `/api/payments/${id}/cancel`);
    expect(await line(shopper)).toMatchObject({ stock: 3 });
    expect(await line(bina)).toMatchObject({ stock: 3 });
  });
});

describe('the answer is 400 for', () => {
  test.each([0, -1, 1000, 1.5, '2', null, 1e21])('a quantity of %o', async (quantity) => {
    const { body: line } = await add('1');
    const before = await tableFingerprints(shop.db.owner);
    const body = { product_id: '1', quantity };
    for (const answer of [
      await asha.request('POST', '/api/cart/items', body),
      await asha.request('PATCH', `/api/cart/items/${line.id}`, { quantity }),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', fields: { quantity: expect.any(String) } } },
      });
    }
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });

  test.each(['price', 'product_name', 'product_image', 'user_id'])(
    'a body with %s',
    async (field) => {
      const body = { product_id: '1', quantity: 1, [field]: '1' };
      const answer = await asha.request('POST', '/api/cart/items', body);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
      expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
    },
  );
});

describe('the answer is 401 for', () => {
  test.each([
    ['GET', '/api/cart'],
    ['DELETE', '/api/cart'],
    ['POST', '/api/cart/items'],
    ['PATCH', `/api/cart/items/${randomUUID()}`],
    ['DELETE', `/api/cart/items/${randomUUID()}`],
  ])('%s %s without signing in', async (method, path) => {
    const body = method === 'POST' ? { product_id: '1', quantity: 1 } : undefined;
    const answer = await send(shop.app, method, path, body);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } });
  });

  test('a shopper who has just signed out, and nothing is written', async () => {
    await asha.request('POST', '/auth/v1/logout');
    expect(await add('1')).toMatchObject({ status: 401 });
    expect(await lineCount(asha)).toBe(0);
  });
});

describe('the answer is 404 for', () => {
  test('a product the shop does not have, or no longer sells', async () => {
    expect(await add('7')).toMatchObject(notFound('product_not_found'));
    await shop.db.owner.query(`update products set active = false where id = '4'`);
    expect(await add('4')).toMatchObject(notFound('product_not_found'));
    await shop.db.owner.query(`update products set active = true where id = '4'`);
  });

  test('an item that does not exist', async () => {
    const path = `/api/cart/items/${randomUUID()}`;
    const change = await asha.request('PATCH', path, { quantity: 1 });
    expect(change).toMatchObject(notFound('cart_item_not_found'));
    expect(await asha.request('DELETE', path)).toMatchObject(notFound('cart_item_not_found'));
  });

  test('another shopper’s item, which does not change', async () => {
    const bina = await shop.newShopper();
    const { body: line } = await add('1', 2);
    const before = await tableFingerprints(shop.db.owner);
    const path = `/api/cart/items/${line.id}`;
    const change = await bina.request('PATCH', path, { quantity: 9 });
    expect(change).toMatchObject(notFound('cart_item_not_found'));
    expect(await bina.request('DELETE', path)).toMatchObject(notFound('cart_item_not_found'));
    expect(await bina.request('DELETE', '/api/cart')).toMatchObject({ status: 204 });
    expect((await bina.request('GET', '/api/cart')).body).toEqual([]);
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });
});

describe('the answer is 409 because', () => {
  test('a cart holds at most 100 products; their quantities can still grow', async () => {
    await shop.db.owner.query(`
      insert into products (id, name, description, long_description, price, weight, image, images,
        category, ingredients, rating, review_count, stock)
      select 'extra-' || n, 'Extra ' || n, '', '', 10, '1g', 'x', '{x}', 'packaged', '', 5, 0, 100
      from generate_series(1, 101) n`);
    await shop.db.owner.query(
      `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
       select $1, id, name, image, 1, price from products where id like 'extra-%' and id <> 'extra-101'`,
      [asha.shopper.userId],
    );
    expect(await add('extra-101')).toMatchObject({
      status: 409,
      body: { error: { code: 'cart_full' } },
    });
    expect(await add('extra-100')).toMatchObject({ status: 201, body: { quantity: 2 } });
    await shop.db.owner.query(`delete from products where id like 'extra-%'`);
  });
});

function add(product_id: string, quantity = 1): Promise<Answer> {
  return asha.request('POST', '/api/cart/items', { product_id, quantity });
}

function notFound(code: string) {
  return { status: 404, body: { error: { code } } };
}

async function lineCount({ shopper }: TestShopper): Promise<number> {
  const { rows } = await shop.db.owner.query(
    'select count(*)::int as n from cart_items where user_id = $1',
    [shopper.userId],
  );
  return rows[0].n;
}
