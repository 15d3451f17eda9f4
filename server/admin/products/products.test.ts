import { describe, expect, test } from 'vitest';
import { refused } from '#test/checkout.ts';
import { send } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';
import { productId } from './save-product.ts';

const { shop, owner, rows, get, logged, place } = await openStaffedShop();

const TEA = {
  ...{ name: 'Lemon Blue Tea', category: 'packaged', weight: '60g', taste: 'Fresh' },
  ...{ description: 'Flowers and lemon peel.', long_description: 'The peel is from Nagpur.' },
  ...{ ingredients: 'Butterfly pea flowers, lemon peel', country_of_origin: 'India' },
  benefits: [{ title: 'Calm', text: 'No caffeine.' }],
  brewing: [{ title: 'Measure', text: 'One spoon.' }],
  contents: [{ count: 2, item: 'pouch', grams: 30 }],
  ...{ certifications: ['FSSAI'], images: [], shown: false },
};
const NEW_TEA = { ...TEA, price: 349, mrp: 399, stock: 12 };
const productChanged = refused(409, 'product_changed');
const invalid = refused(400, 'invalid_input');
const gone = refused(404, 'product_not_found');

const create = (more: object = {}, key: string = crypto.randomUUID()) =>
  owner.request('POST', '/api/admin/products', { ...NEW_TEA, ...more }, { 'idempotency-key': key });
async function add(more: object = {}) {
  const made = await create(more);
  expect(made).toMatchObject({ status: 201 });
  return made.body;
}
/** Sends the form of a product, or a part of it. */
const save = (id: string, form: object, part = '') =>
  owner.request('PATCH', `/api/admin/products/${id}${part}`, form);
/** The fields of a product that the form sends. */
const formOf = (product: Record<string, unknown>) =>
  Object.fromEntries([...Object.keys(TEA), 'version'].map((name) => [name, product[name]]));
const seen = (id: string) => send(shop.app, 'GET', `/api/products/${id}`);
const present = (id: string) => get(`products/${id}`);

test('a new product is hidden until an owner shows it, and its stock has an opening movement', async () => {
  const made = await add();
  expect(made).toMatchObject({ ...TEA, id: 'lemon-blue-tea', price: 349, mrp: 399, stock: 12 });
  expect(await seen(made.id)).toMatchObject(gone);
  expect(await get(`stock/${made.id}/movements`)).toMatchObject([{ delta: 12, reason: 'opening' }]);
  const { version } = made;
  expect(await save(made.id, { version, shown: true }, '/shown')).toMatchObject(invalid);
});

test('a double or repeated request creates one product, and its key is refused with anything else', async () => {
  const key = crypto.randomUUID();
  const answers = await Promise.all([create({}, key), create({}, key)]);
  const made = await create({}, key);
  expect(answers).toMatchObject([made, made].map(({ status, body }) => ({ status, body })));
  expect(made.status).toBe(201);
  const reused = refused(409, 'idempotency_key_reused');
  expect(await create({ stock: 13 }, key)).toMatchObject(reused);
});

test('products with the same name get different URLs', async () => {
  const ids = [(await add({ name: 'Same' })).id, (await add({ name: 'Same' })).id];
  expect(ids).toEqual(['same', 'same-2']);
  expect(productId('नीली चाय', 1)).toBe('product');
  expect(productId('Café ☕ “Blue”!', 3)).toBe('cafe-blue-3');
});

test('shoppers see and find a saved change, and cached pages are renewed', async () => {
  const revision = () => rows('select sum(revision) as sum from catalogue_revision');
  const [before] = await revision();
  const product = await present('1');
  const images = product.images.toReversed();
  const form = { ...formOf(product), name: 'Zephyr Flowers', images };
  expect((await save('1', form)).body).toMatchObject({ version: product.version + 1 });
  const pictures = images.map(({ src }: { src: string }) => src);
  const shown = { name: 'Zephyr Flowers', image: pictures[0], images: pictures };
  expect((await seen('1')).body).toMatchObject(shown);
  const { body: found } = await send(shop.app, 'GET', '/api/products?search=zephyr');
  expect(found).toMatchObject([{ id: '1' }]);
  const [after] = await revision();
  expect(Number(after.sum)).toBeGreaterThan(Number(before.sum));
});

test('saving over an unseen change is refused; a sale is none', async () => {
  const { version, price, stock, ...product } = await present('2');
  const form = { ...formOf(product), version };
  await rows(`update products set stock = stock - 1 where id = '2'`);
  expect((await save('2', { ...form, taste: 'Sweet' })).body).toMatchObject({ stock: stock - 1 });
  for (const [part, change] of [
    ['', { ...form, taste: 'Sour' }],
    ['/price', { version, price: 1, mrp: 799 }],
    ['/shown', { version, shown: false }],
  ] as const)
    expect(await save('2', change, part), part).toMatchObject(productChanged);
  expect(await present('2')).toMatchObject({ taste: 'Sweet', price, shown: true });
});

test('a price is never above the MRP, and the audit log has its former and new value', async () => {
  const { id, version } = await add();
  const wrong = await save(id, { version, price: 400, mrp: 399 }, '/price');
  expect(wrong).toMatchObject(invalid);
  expect(Object.keys(wrong.body.error.fields)).toEqual(['mrp']);
  await expect(rows('update products set price = 400 where id = $1', [id])).rejects.toMatchObject({
    constraint: 'price_within_mrp',
  });
  const saved = await save(id, { version, price: 398.5, mrp: 399 }, '/price');
  expect(saved.body).toMatchObject({ price: 398.5, mrp: 399 });
  const [changed, added] = await logged(`subject_type=product&subject_id=${id}`);
  expect(changed).toMatchObject({ verb: 'change_price', before: { price: 349 } });
  expect(changed.after).toEqual({ price: 398.5 });
  expect(added).toMatchObject({ verb: 'add_product', before: null });
});

test('an invalid form is refused with a message for each invalid field, and with pictures that were not uploaded for it', async () => {
  const wrong = await create({ name: ' ', benefits: [{ title: '', text: 'x' }], price: 0 });
  expect(wrong).toMatchObject(invalid);
  expect(Object.keys(wrong.body.error.fields)).toEqual(['name', 'benefits.0.title', 'price']);
  const unknown = `/pictures/u/${'0'.repeat(32)}.webp`;
  for (const src of ['/pictures/products/1-pack.webp', unknown, 'https://elsewhere.example/a.webp'])
    expect(await create({ images: [{ src, text: 'x' }] }), src).toMatchObject(invalid);
});

test('only owners can preview a hidden product', async () => {
  const product = await present('4');
  const hidden = await save('4', { version: product.version, shown: false }, '/shown');
  expect(await seen('4')).toMatchObject(gone);
  expect(await get('products/4/preview')).toMatchObject({ id: '4', name: product.name });
  await save('4', { version: hidden.body.version, shown: true }, '/shown');
  expect(await seen('4')).toMatchObject({ status: 200 });
});

describe('a product is removed', () => {
  const show = (id: string) =>
    rows(
      `update products set active = true, image = '/x.webp', images = '{/x.webp}', image_texts = '{X}' where id = $1`,
      [id],
    );
  const hide = (id: string) => rows('update products set active = false where id = $1', [id]);
  const remove = ({ id, version }: { id: string; version: number }) =>
    owner.request('POST', `/api/admin/products/${id}/removal`, { version });
  const sold = refused(409, 'product_sold');

  test('if it is hidden and nobody has ordered it, with its stock and from carts, and the log keeps its name', async () => {
    const name = 'Added by mistake';
    const { id, removable } = await add({ name });
    expect(removable).toBe(true);
    await show(id);
    const asha = await shop.newShopper();
    await asha.request('POST', '/api/cart/items', { product_id: id, quantity: 1 });
    expect(await remove(await present(id))).toMatchObject(sold); // while it is shown
    await hide(id);
    expect((await remove(await present(id))).status).toBe(204);
    expect(await present(id)).toMatchObject(gone.body);
    expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
    const entry = { subject_id: id, before: { name, stock: 12 } };
    expect(await logged('verb=remove_product')).toMatchObject([entry]);
    expect((await add({ name })).id).toBe(id);
  });

  test('not as somebody else left it, or once it was ordered', async () => {
    const made = await add({ name: 'Still there' });
    expect(await remove({ ...made, version: made.version + 1 })).toMatchObject(productChanged);
    const { id, shopper } = await place([['2', 1]]);
    await shopper.request('POST', `/api/orders/${id}/cancellation`, {});
    await hide('2');
    const ordered = await present('2');
    expect(ordered.removable).toBe(false);
    expect(await remove(ordered)).toMatchObject(sold);
  });
});
