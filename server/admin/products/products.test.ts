import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { productId } from './product-id.ts';

let shop: TestShop;
let owner: TestShopper;
let n = 0;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

const key = () => {
  n += 1;
  return { 'idempotency-key': `product-key-${n}` };
};
const TEA = {
  name: 'Lemon Blue Tea',
  category: 'packaged',
  weight: '60g',
  description: 'Flowers and lemon peel.',
  long_description: 'Flowers, and the peel of lemons from Nagpur.',
  ingredients: 'Butterfly pea flowers, lemon peel',
  taste: 'Fresh',
  country_of_origin: 'India',
  benefits: [{ title: 'Calm', text: 'No caffeine.' }],
  brewing: [{ title: 'Measure', text: 'One spoon.' }],
  certifications: ['FSSAI'],
  contents: [{ count: 2, item: 'pouch', grams: 30 }],
  images: [],
  shown: false,
};
const NEW_TEA = { ...TEA, price: 349, mrp: 399, stock: 12 };

async function add(more: object = {}) {
  const made = await owner.request('POST', '/api/admin/products', { ...NEW_TEA, ...more }, key());
  expect(made).toMatchObject({ status: 201 });
  return made.body;
}
/** The fields of a product that the form sends. */
function formOf(product: Record<string, unknown>) {
  const names = [...Object.keys(TEA), 'version'];
  return Object.fromEntries(names.map((name) => [name, product[name]]));
}
const seen = (id: string) => send(shop.app, 'GET', `/api/products/${id}`);
const present = async (id: string) =>
  (await owner.request('GET', `/api/admin/products/${id}`)).body;
const revision = async () =>
  (await shop.db.owner.query('select sum(revision) as sum from catalogue_revision')).rows[0].sum;

test('a new product is hidden until an owner shows it, and its stock has an opening movement', async () => {
  const made = await add();
  expect(made).toMatchObject({ ...TEA, id: 'lemon-blue-tea', price: 349, mrp: 399, stock: 12 });
  expect(await seen(made.id)).toMatchObject(refused(404, 'product_not_found'));
  const { rows } = await shop.db.owner.query(
    'select delta, reason from stock_movements where product_id = $1',
    [made.id],
  );
  expect(rows).toEqual([{ delta: 12, reason: 'opening' }]);
  const path = `/api/admin/products/${made.id}/shown`;
  expect(await owner.request('PATCH', path, { version: made.version, shown: true })).toMatchObject(
    refused(400, 'invalid_input'),
  );
});

test('a repeated request creates one product', async () => {
  const twice = key();
  const [first, second] = [
    await owner.request('POST', '/api/admin/products', NEW_TEA, twice),
    await owner.request('POST', '/api/admin/products', NEW_TEA, twice),
  ];
  expect(second.body).toEqual(first.body);
});

test('a double click creates one product', async () => {
  const twice = key();
  const answers = await Promise.all(
    [1, 2, 3].map(() => owner.request('POST', '/api/admin/products', NEW_TEA, twice)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test('a used key is refused with another price, MRP, stock or text', async () => {
  const used = key();
  const made = await owner.request('POST', '/api/admin/products', NEW_TEA, used);
  for (const other of [{ price: 350 }, { mrp: 400 }, { stock: 13 }, { name: 'Other Tea' }]) {
    expect(
      await owner.request('POST', '/api/admin/products', { ...NEW_TEA, ...other }, used),
      JSON.stringify(other),
    ).toMatchObject(refused(409, 'idempotency_key_reused'));
  }
  const path = `/api/admin/created-products/${used['idempotency-key']}`;
  expect(await owner.request('GET', path)).toMatchObject({ status: 200, body: made.body });
  const stranger = await newStaff(shop, 'owner');
  expect(await stranger.request('GET', path)).toMatchObject(refused(404, 'product_not_found'));
});

test('a list with more products than are shown has one more, as a sign', async () => {
  await shop.db.owner.query(
    `
    insert into products (id, name, description, long_description, price, weight, image, images, category, ingredients,
      country_of_origin, stock, active)
    select 'filler-' || n, 'Filler', 'x', 'x', 1, '1g', '', '{}', 'packaged', 'x', 'India', 0, false
    from generate_series(1, $1::int) n`,
    [MAX_PRODUCTS_LISTED + 1],
  );
  for (const path of ['/api/admin/products', '/api/admin/stock'])
    expect((await owner.request('GET', path)).body).toHaveLength(MAX_PRODUCTS_LISTED + 1);
  await shop.db.owner.query(`delete from products where id like 'filler-%'`);
});

test('products with the same name get different URLs', async () => {
  const ids = new Set([(await add({ name: 'Same' })).id, (await add({ name: 'Same' })).id]);
  expect([...ids]).toEqual(['same', 'same-2']);
  expect(productId('नीली चाय', 1)).toBe('product');
  expect(productId('Café ☕ “Blue”!', 3)).toBe('cafe-blue-3');
});

test('shoppers see and find a saved change, and cached pages are renewed', async () => {
  const before = await revision();
  const product = await present('1');
  const saved = await owner.request('PATCH', '/api/admin/products/1', {
    ...formOf(product),
    name: 'Zephyr Flowers',
    images: [...product.images].reverse(),
  });
  expect(saved).toMatchObject({ status: 200, body: { version: product.version + 1 } });
  const { body: shopper } = await seen('1');
  expect(shopper).toMatchObject({ name: 'Zephyr Flowers', image: product.images.at(-1).src });
  expect(shopper.images).toEqual(product.images.map((each: { src: string }) => each.src).reverse());
  const { body: found } = await send(shop.app, 'GET', '/api/products?search=zephyr');
  expect(found.map(({ id }: { id: string }) => id)).toEqual(['1']);
  expect(Number(await revision())).toBeGreaterThan(Number(before));
});

test('saving over an unseen change is refused', async () => {
  const product = await present('2');
  const path = '/api/admin/products/2';
  expect((await owner.request('PATCH', path, { ...formOf(product), taste: 'Sweet' })).status).toBe(
    200,
  );
  for (const [to, body] of [
    [path, { ...formOf(product), taste: 'Sour' }],
    [`${path}/price`, { version: product.version, price: 1, mrp: 799 }],
    [`${path}/shown`, { version: product.version, shown: false }],
  ] as const) {
    expect(await owner.request('PATCH', to, body), to).toMatchObject(
      refused(409, 'product_changed'),
    );
  }
  expect(await present('2')).toMatchObject({ taste: 'Sweet', price: product.price, shown: true });
});

test('a sale does not make an open form outdated', async () => {
  const product = await present('3');
  await shop.db.owner.query(`update products set stock = stock - 1 where id = '3'`);
  const saved = await owner.request('PATCH', '/api/admin/products/3', formOf(product));
  expect(saved).toMatchObject({ status: 200, body: { stock: product.stock - 1 } });
});

test('a price is never above the MRP', async () => {
  const { id, version } = await add();
  const path = `/api/admin/products/${id}/price`;
  const wrong = await owner.request('PATCH', path, { version, price: 400, mrp: 399 });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      error: {
        fields: { mrp: 'The price is above this MRP. Enter the MRP that is printed on the packs' },
      },
    },
  });
  await expect(
    shop.db.owner.query('update products set price = 400 where id = $1', [id]),
  ).rejects.toMatchObject({ constraint: 'price_within_mrp' });
  const right = await owner.request('PATCH', path, { version, price: 398.5, mrp: 399 });
  expect(right).toMatchObject({ status: 200, body: { price: 398.5, mrp: 399 } });
  const { body } = await send(shop.app, 'GET', '/api/products/2');
  expect([body.price, body.mrp]).toEqual([799, 799]);
});

test('a server of the version before may write no MRP: it stays, and a rise declares the price', async () => {
  const { id } = await add();
  const priceOf = async (price: number) => {
    await shop.db.owner.query('update products set price = $2, mrp = null where id = $1', [
      id,
      price,
    ]);
    return (await present(id)).mrp;
  };
  expect([await priceOf(300), await priceOf(450)]).toEqual([399, 450]);
});

test('the audit log has the changed fields with their former and new values', async () => {
  const { id, version } = await add();
  await owner.request('PATCH', `/api/admin/products/${id}/price`, {
    version,
    price: 300,
    mrp: 399,
  });
  const { body } = await owner.request(
    'GET',
    `/api/admin/audit?subject_type=product&subject_id=${id}`,
  );
  expect(body.entries).toMatchObject([
    { verb: 'change_price', before: { price: 349 }, after: { price: 300 } },
    { verb: 'add_product', before: null },
  ]);
  expect(Object.keys(body.entries[0].after)).toEqual(['price']);
});

test('an invalid form is refused with a message for each invalid field', async () => {
  const { status, body } = await owner.request(
    'POST',
    '/api/admin/products',
    { ...NEW_TEA, name: ' ', benefits: [{ title: '', text: 'x' }], price: 0 },
    key(),
  );
  expect(status).toBe(400);
  expect(Object.keys(body.error.fields)).toEqual(['name', 'benefits.0.title', 'price']);
});

test.each([
  '/pictures/products/1-pack.webp',
  '/pictures/u/00000000000000000000000000000000.webp',
  '/pictures/../etc/passwd.webp',
  'https://elsewhere.example/a.webp',
  '/pictures/u/..%2f..%2fsecret.webp',
])('a product cannot show %s, which was not uploaded for it', async (src) => {
  const made = await owner.request(
    'POST',
    '/api/admin/products',
    { ...NEW_TEA, images: [{ src, text: 'x' }] },
    key(),
  );
  expect(made).toMatchObject(refused(400, 'invalid_input'));
});

test('only owners can preview a hidden product', async () => {
  const product = await present('4');
  const path = '/api/admin/products/4';
  const { body: hidden } = await owner.request('PATCH', `${path}/shown`, {
    version: product.version,
    shown: false,
  });
  expect(await seen('4')).toMatchObject(refused(404, 'product_not_found'));
  expect(await owner.request('GET', `${path}/preview`)).toMatchObject({
    status: 200,
    body: { id: '4', name: product.name },
  });
  const asha = await shop.newShopper();
  expect(await asha.request('GET', `${path}/preview`)).toMatchObject(refused(404, 'not_found'));
  await owner.request('PATCH', `${path}/shown`, { version: hidden.version, shown: true });
  expect(await seen('4')).toMatchObject({ status: 200 });
});

test('the database role of staff cannot delete products', async () => {
  const { rows } = await shop.db.owner.query(
    `select has_table_privilege('shop_staff', 'products', 'delete') as may,
       has_column_privilege('shop_staff', 'products', 'stock', 'update') as stock`,
  );
  expect(rows).toEqual([{ may: false, stock: false }]);
});

describe('a product is removed', () => {
  const show = (id: string) =>
    shop.db.owner.query(
      `update products set active = true, image = '/x.webp', images = '{/x.webp}', image_texts = '{X}' where id = $1`,
      [id],
    );
  const remove = ({ id, version }: { id: string; version: number }, who = owner) =>
    who.request('POST', `/api/admin/products/${id}/removal`, { version });

  test('if it is hidden and nobody has ordered it, with its stock and from carts, and the log keeps its name', async () => {
    const made = await add({ name: 'Added by mistake' });
    expect(made.removable).toBe(true);
    await show(made.id);
    const asha = await shop.newShopper();
    const cart = { product_id: made.id, quantity: 1 };
    expect((await asha.request('POST', '/api/cart/items', cart)).status).toBeLessThan(300);
    await shop.db.owner.query('update products set active = false where id = $1', [made.id]);
    expect((await remove(await present(made.id))).status).toBe(204);
    expect(await present(made.id)).toMatchObject({ error: { code: 'product_not_found' } });
    const { body: stock } = await owner.request('GET', '/api/admin/stock');
    expect(JSON.stringify(stock)).not.toContain(made.id);
    expect(JSON.stringify((await asha.request('GET', '/api/cart')).body)).not.toContain(made.id);
    const { body: log } = await owner.request('GET', '/api/admin/audit?verb=remove_product');
    expect(log.entries).toMatchObject([
      { subject_id: made.id, before: { name: 'Added by mistake', stock: 12 } },
    ]);
    expect((await add({ name: 'Added by mistake' })).id).toBe(made.id);
  });

  test('not while it is shown, as somebody else left it, or by anyone but an owner', async () => {
    const made = await add({ name: 'Still there' });
    expect(await remove({ ...made, version: made.version + 1 })).toMatchObject(
      refused(409, 'product_changed'),
    );
    expect(await remove(made, await newStaff(shop, 'packer'))).toMatchObject(
      refused(403, 'not_permitted'),
    );
    await show(made.id);
    const shown = await present(made.id);
    expect(shown.removable).toBe(false);
    expect(await remove(shown)).toMatchObject(refused(409, 'product_sold'));
  });

  test('never once it was ordered, also if the order was cancelled', async () => {
    const asha = await shop.newShopper();
    const { body: order } = await submit(asha, await toCheckout(asha, [['2', 1]]));
    await asha.request('POST', `/api/orders/${order.id}/cancellation`, {});
    await shop.db.owner.query(`update products set active = false where id = '2'`);
    const sold = await present('2');
    expect(sold.removable).toBe(false);
    expect(await remove(sold)).toMatchObject(refused(409, 'product_sold'));
  });
});
