import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { beginPaying, openPayingShop } from '#test/payments.ts';
import { type Answer, openTestShop, type TestShopper } from '#test/shop.ts';

let asha: TestShopper;

const shop = await openTestShop({ timeouts: LONG_TIMEOUTS });

beforeEach(async () => {
  asha = await shop.newShopper();
});

const add = (product_id: string, quantity = 1, who = asha): Promise<Answer> =>
  who.request('POST', '/api/cart/items', { product_id, quantity });
const setQuantity = (id: string, quantity: unknown, who = asha) =>
  who.request('PATCH', `/api/cart/items/${id}`, { quantity });
const cart = async (who = asha) => (await who.request('GET', '/api/cart')).body;
const setProduct = (id: string, change: string) =>
  shop.db.owner.query(`update products set ${change} where id = $1`, [id]);
const notFound = (code: string) => ({ status: 404, body: { error: { code } } });

test('what is added has the shop’s name, picture and price', async () => {
  expect(await cart()).toEqual([]);
  const added = await add('1', 2);
  expect(added.status).toBe(201);
  expect(added.body).toEqual({
    ...{ id: expect.any(String), product_id: '1', product_name: 'Dried Aparajita Flowers' },
    ...{ product_image: '/pictures/products/1-pack.webp', quantity: 2, price: 499 },
    ...{ current_price: 499, stock: 500, order_limit: null, available: true },
  });
  expect(await cart()).toEqual([added.body]);
});

test('adding a product again increases its quantity, a change sets it; items stay in the order they were added', async () => {
  const { body: third } = await add('3', 2);
  await add('1');
  await add('2');
  expect(await add('3', 3)).toMatchObject({ status: 201, body: { id: third.id, quantity: 5 } });
  expect(await setQuantity(third.id, 9)).toMatchObject({
    status: 200,
    body: { id: third.id, quantity: 9 },
  });
  expect(await cart()).toMatchObject([
    { product_id: '3', quantity: 9 },
    { product_id: '1' },
    { product_id: '2' },
  ]);
});

test('two tabs adding the same product at once lose nothing and make one line', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('2', 3)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(await cart()).toMatchObject([{ quantity: 24 }]);
});

test('a cart may hold more than is in stock, and what is no longer sold: the item shows it', async () => {
  await setProduct('6', 'stock = 2');
  expect((await add('6', 3)).body).toMatchObject({ quantity: 3, stock: 2 });
  await setProduct('6', 'active = false');
  expect(await cart()).toMatchObject([{ available: false }]);
  for (const id of ['6', '7']) expect(await add(id)).toMatchObject(notFound('product_not_found'));
});

test('a changed price is shown with the earlier one until the item is updated', async () => {
  const { body: line } = await add('5');
  await setProduct('5', 'price = 649.50, mrp = 699');
  expect(await cart()).toMatchObject([{ price: 599, current_price: 649.5 }]);
  const { body } = await setQuantity(line.id, 1);
  expect(body).toMatchObject({ price: 649.5, current_price: 649.5 });
});

test('a removed item is gone, the others stay; clearing empties the cart, also an empty one', async () => {
  const { body: line } = await add('1');
  await add('2');
  const removed = await asha.request('DELETE', `/api/cart/items/${line.id}`);
  expect(removed).toMatchObject({ status: 204, body: null });
  expect(await cart()).toMatchObject([{ product_id: '2' }]);
  for (const _ of [1, 2]) {
    expect(await asha.request('DELETE', '/api/cart')).toMatchObject({ status: 204 });
    expect(await cart()).toEqual([]);
  }
});

test('the stock that an open payment holds counts as in stock for its shopper only', async () => {
  const paying = await openPayingShop();
  const { shopper, id } = await beginPaying(paying, [['6', 2]]);
  await paying.rows(`update products set stock = 1 where id = '6'`);
  const [own] = await cart(shopper);
  expect(own).toMatchObject({ quantity: 2, stock: 3 });
  expect((await setQuantity(own.id, 3, shopper)).body).toMatchObject({ quantity: 3, stock: 3 });
  expect((await add('6', 1, shopper)).body).toMatchObject({ stock: 3 });

  const bina = await paying.newShopper();
  await add('6', 1, bina);
  expect(await cart(bina)).toMatchObject([{ stock: 1 }]);
  await shopper.request('POST', `/api/payments/${id}/cancel`);
  for (const who of [shopper, bina]) expect(await cart(who)).toMatchObject([{ stock: 3 }]);
});

test('a quantity that is no whole number from 1 to 999 is refused, and a line stops growing at 999', async () => {
  const { body: line } = await add('1');
  for (const quantity of [0, -1, 1000, 1.5, '2']) {
    for (const answer of [
      await asha.request('POST', '/api/cart/items', { product_id: '1', quantity }),
      await setQuantity(line.id, quantity),
    ]) {
      const error = { code: 'invalid_input', fields: { quantity: expect.any(String) } };
      expect(answer, `${quantity}`).toMatchObject({ status: 400, body: { error } });
    }
  }
  expect(await cart()).toEqual([line]);
  for (const more of [998, 5]) expect((await add('1', more)).body.quantity).toBe(999);
});

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
});
