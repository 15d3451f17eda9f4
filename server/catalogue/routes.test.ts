import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COUNT } from '#contract/catalogue.ts';
import { cupsIn, netGrams } from '#domain/brewing.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';
import { createCatalogue } from './catalogue.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

afterEach(async () => {
  await shop.db.owner.query('update products set active = true, stock = 100');
});

describe('200', () => {
  test('the list has the six products, the most popular first', async () => {
    const answer = await request('/api/products');
    expect(answer.status).toBe(200);
    expect(
      answer.body.map(({ id, name, price, weight, category }: Seen) => [
        id,
        name,
        price,
        weight,
        category,
      ]),
    ).toEqual([
      ['1', 'Dried Aparajita Flowers', 499, '50g', 'loose-leaf'],
      ['2', 'Premium Blue Tea Pack', 799, '100g', 'packaged'],
      ['3', 'Blue Tea Wellness Set', 1299, '200g', 'gift-set'],
      ['4', 'Organic Blue Tea Blend', 899, '100g', 'loose-leaf'],
      ['5', 'Travel Tea Pack', 599, '50g', 'packaged'],
      ['6', 'Deluxe Gift Set', 1999, '250g', 'gift-set'],
    ]);
  });

  test('one product has everything for its page', async () => {
    const { status, body } = await request('/api/products/3');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: '3',
      name: 'Blue Tea Wellness Set',
      price: 1299,
      rating: 4.8,
      review_count: 127,
      certifications: ['Organic', 'Non-GMO', 'Gluten-Free', 'Vegan'],
      in_stock: true,
      only_left: null,
    });
    expect(body.images).toHaveLength(3);
    expect(body.image_texts).toHaveLength(3);
    expect(body.benefits).toHaveLength(4);
    expect(body).not.toHaveProperty('stock');
  });

  test('each product’s contents match its weight and its price per cup', async () => {
    for (const id of ['1', '2', '3', '4', '5', '6']) {
      const { body } = await request(`/api/products/${id}`);
      expect(`${netGrams(body.contents)}g`, id).toBe(body.weight);
      expect(cupsIn(body.contents), id).toBeGreaterThan(0);
      expect(body.taste, id).toBe('Mild, a little earthy');
      expect(body.country_of_origin, id).toBe('India');
      expect(body.brewing[0].text, id).toMatch(/5-7 dried flowers/);
    }
  });

  test('the list has the ratings', async () => {
    const { body } = await request('/api/products');
    for (const card of body) expect(card).toMatchObject({ rating: 4.8, review_count: 127 });
  });

  test.each([
    ['price-asc', '152436'],
    ['price-desc', '634251'],
    ['newest', '654321'],
    ['popularity', '123456'],
  ])('sorted by %s', async (sort, order) => {
    expect(await ids(`sort=${sort}`)).toBe(order);
  });

  test.each([
    ['category=gift-set', '36'],
    ['category=gift-set&sort=price-desc', '63'],
    ['search=travel', '5'],
    ['search=TRAV', '5'],
    ['search=blue tea', '123456'],
    ['search=tea blue', '123456'],
    ['search=gift&category=gift-set', '36'],
    ['min_price=899', '346'],
    ['max_price=799', '125'],
    ['min_price=599&max_price=899', '245'],
    ['min_price=600&max_price=700', ''],
    ['min_price=900&max_price=600', ''],
    ['max_price=0', ''],
    ['search=blue&category=loose-leaf&max_price=899', '14'],
    ['search=blue&category=loose-leaf&max_price=499', '1'],
    ['search=nothing of the kind', ''],
    [`search=${'tea '.repeat(8)}coffee`, ''],
    [`search=coffee ${'tea '.repeat(8)}`, ''],
    ['search=', '123456'],
    ['search=%20%20', '123456'],
    ['utm_source=letter', '123456'],
  ])('%s finds %s', async (query, order) => {
    expect([...(await ids(query))].sort().join('')).toBe([...order].sort().join(''));
  });

  test.each([
    `'`,
    `"`,
    '&',
    '|',
    '!',
    ':*',
    '<->',
    '\\',
    '%',
    '_',
    `' or 1234=1234 --`,
    '(',
    '🌸',
    'ʼ',
    '²',
  ])('searching for %o causes no error', async (words) => {
    const answer = await request(`/api/products?search=${encodeURIComponent(words)}`);
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeLessThan(6);
  });

  test('the exact stock is shown only when few are left', async () => {
    const seen = async (stock: number) => {
      await shop.db.owner.query(`update products set stock = $1 where id = '1'`, [stock]);
      const { body } = await request('/api/products/1');
      return [body.in_stock, body.only_left];
    };
    expect(await seen(6)).toEqual([true, null]);
    expect(await seen(5)).toEqual([true, 5]);
    expect(await seen(1)).toEqual([true, 1]);
    expect(await seen(0)).toEqual([false, null]);
  });

  test('it works without signing in, also with an invalid token', async () => {
    const answer = await send(shop.app, 'GET', '/api/products', undefined, {
      authorization: 'Bearer of.bad.news',
    });
    expect(answer.status).toBe(200);
  });

  test('products that are no longer sold are not shown', async () => {
    await shop.db.owner.query(`update products set active = false where id = '2'`);
    expect(await ids('')).toBe('13456');
    expect(await ids('search=premium')).toBe('');
  });
});

describe('a long list', () => {
  /** Many products with equal prices, dates and popularities: the id must break the ties. */
  beforeAll(() =>
    shop.db.owner.query(`
      insert into products (id, name, description, long_description, price, weight, image, images, category,
        ingredients, rating, review_count, popularity, stock, created_at)
      select 'x' || n, 'Crowd ' || n, '', '', 100 + n % 3, '50g', 'x', '{x}', 'packaged', '', 4, 1, n % 4, 1,
        '2026-01-01'::timestamptz + n % 5 * interval '1.000001 seconds'
      from generate_series(1, 100) n`),
  );
  afterAll(() => shop.db.owner.query(`delete from products where id like 'x%'`));

  test.each(['popularity', 'price-asc', 'price-desc', 'newest'])(
    'all pages together have each product once, by %s',
    async (sort) => {
      const pages: Seen[][] = [];
      for (let after = ''; pages.at(-1)?.length !== 4; ) {
        const { body } = await request(`/api/products?search=crowd&sort=${sort}${after}`);
        pages.push(body);
        after = `&after=${body.at(-1).id}`;
      }
      expect(pages.map(({ length }) => length)).toEqual([24, 24, 24, 24, 4]);
      const all = pages.flat();
      expect(new Set(all.map(({ id }) => id)).size).toBe(100);
      const prices = all.map(({ price }) => price);
      if (sort === 'price-asc') expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      if (sort === 'price-desc') expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    },
  );

  test('a page has the next page’s id and the total count', async () => {
    const { listPage } = createCatalogue(shop.database);
    const first = await listPage({ search: 'crowd', sort: 'newest' });
    expect([first.products.length, first.count]).toEqual([24, 100]);
    expect(first.next).toBe(first.products[23]?.id);
    const six = await listPage({ min_price: 400, sort: 'popularity' });
    expect([six.products.length, six.next, six.count]).toEqual([6, null, 6]);
  });

  test('the next page follows even if the previous page’s last product is no longer sold', async () => {
    const whole = await request('/api/products?search=crowd&sort=price-asc');
    const last = whole.body[11].id;
    await shop.db.owner.query('update products set active = false where id = $1', [last]);
    const rest = await request(`/api/products?search=crowd&sort=price-asc&after=${last}`);
    expect(rest.body[0].id).toBe(whole.body[12].id);
  });

  test.each(['nothing', '%00x', `'`, '1;drop'])(
    'an unknown `after` %s gives an empty page or an error',
    async (id) => {
      const { status, body } = await request(`/api/products?after=${id}`);
      if (status === 200) expect(body).toEqual([]);
      else expect([status, Object.keys(body.error.fields)]).toEqual([400, ['after']]);
    },
  );

  test('counting stops above its limit', async () => {
    await shop.db.owner.query(`
      insert into products (id, name, description, long_description, price, weight, image, images, category,
        ingredients, rating, review_count, stock)
      select 'xy' || n, 'Throng', '', '', 100, '50g', 'x', '{x}', 'packaged', '', 4, 1, 1
      from generate_series(1, 300) n`);
    const { listPage } = createCatalogue(shop.database);
    expect((await listPage({ search: 'throng', sort: 'newest' })).count).toBe(MAX_COUNT + 1);
  });
});

describe('the answer is 400 for', () => {
  test.each([
    'sort=cheapest',
    'category=coffee',
    `search=${'x'.repeat(101)}`,
    'min_price=-1',
    'max_price=1e3',
    'max_price=4.5',
    'min_price=12345678',
    'after=',
    `after=${'x'.repeat(65)}`,
  ])('%s', async (query) => {
    const answer = await request(`/api/products?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(Object.keys(answer.body.error.fields)).toEqual([query.split('=')[0]]);
  });
});

describe('the answer is 404 for', () => {
  test.each([
    '7',
    'x',
    '%20',
    '%00',
    '1%00',
    '1;drop',
    '%F0%9F%8C%B8',
    'x'.repeat(65),
    '..%2F1',
    '%ED%A0%80',
    '%zz',
  ])('product %s', async (id) => {
    expect(await request(`/api/products/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'product_not_found', message: 'This product is not in the shop.' } },
    });
  });

  test('a product that is no longer sold', async () => {
    await shop.db.owner.query(`update products set active = false where id = '2'`);
    expect(await request('/api/products/2')).toMatchObject({ status: 404 });
  });
});

/** Stock has a trigger of its own, the rest follows from other columns or is the admin's. */
const HIDDEN_COLUMNS = [
  'creation_hash',
  'creation_key',
  'id',
  'search',
  'search_name',
  'stock',
  'updated_at',
  'version',
];

describe('the revision of the catalogue', () => {
  test.each([
    ['a price', `update products set price = price + 1, mrp = mrp + 1 where id = '1'`],
    ['a name', `update products set name = name || '!' where id = '1'`],
    ['an image text', `update products set image_texts[2] = 'A bowl' where id = '1'`],
    [
      'the contents',
      `update products set contents = contents || '[{"count":1,"item":"spoon"}]' where id = '1'`,
    ],
    ['its taste', `update products set taste = 'Sharp' where id = '1'`],
    ['its country of origin', `update products set country_of_origin = 'Thailand' where id = '1'`],
    ['a product withdrawn from sale', `update products set active = false where id = '1'`],
    ['stock falling to few', `update products set stock = 5 where id = '1'`],
    ['one unit less of few', `with few as (update products set stock = 4 where id = '1') select 1`],
    ['the last unit sold', `update products set stock = 0 where id = '1'`],
    [
      'a new product',
      `insert into products select '8', name, description, long_description, price, weight, image, images,
         category, benefits, brewing, ingredients, certifications, rating, review_count, popularity, stock
       from products where id = '1'`,
    ],
    ['a deleted product', `delete from products where id = '8'`],
  ])('changes with %s', async (_, statement) => {
    const before = await revision();
    await shop.db.owner.query(statement);
    expect(await revision()).toBe(before + 1);
  });

  test('does not change at an ordinary sale, nor when nothing changed', async () => {
    const before = await revision();
    await shop.db.owner.query(`update products set stock = 50 where id = '1'`);
    await shop.db.owner.query('update products set stock = stock - 1');
    await shop.db.owner.query('update products set price = price');
    expect(await revision()).toBe(before);
  });

  test('looks at every column of products but those that no page shows', async () => {
    const { rows } = await shop.db.owner.query(`
      select attname as name from pg_attribute, pg_trigger
      where attrelid = 'products'::regclass and attnum > 0 and not attisdropped
        and tgname = 'shown_facts_changed' and attnum <> all (tgattr)
      order by attname`);
    expect(rows.map(({ name }) => name)).toEqual(HIDDEN_COLUMNS);
  });

  test('changes once for a statement, however many products it changes', async () => {
    const before = await revision();
    await shop.db.owner.query('update products set price = price + 1, mrp = mrp + 1, stock = 3');
    expect(await revision()).toBe(before + 1);
  });

  test('changes despite other open transactions, and again when they commit', async () => {
    const before = await revision();
    const clients = await Promise.all([1, 2, 3].map(() => shop.db.owner.connect()));
    for (const [n, client] of clients.entries()) {
      await client.query('begin');
      await client.query('update products set price = price + 1, mrp = mrp + 1 where id = $1', [
        String(n + 4),
      ]);
    }
    await shop.db.owner.query(
      `update products set price = price + 1, mrp = mrp + 1 where id = '1'`,
    );
    expect(await revision()).toBe(before + 1);
    for (const client of clients) {
      await client.query('commit');
      client.release();
    }
    expect(await revision()).toBe(before + 4);
  });

  test('does not change when the transaction rolls back', async () => {
    const before = await revision();
    const client = await shop.db.owner.connect();
    await client.query('begin');
    await client.query('update products set price = 1');
    await client.query('rollback');
    client.release();
    expect(await revision()).toBe(before);
  });
});

type Seen = { id: string; name: string; price: number; weight: string; category: string };

function request(path: string) {
  return send(shop.app, 'GET', path);
}

async function ids(query: string): Promise<string> {
  const { body } = await request(`/api/products?${query}`);
  return body.map(({ id }: Seen) => id).join('');
}

async function revision(): Promise<number> {
  const { rows } = await shop.db.owner.query(
    'select sum(revision)::int as revision from catalogue_revision',
  );
  return rows[0].revision;
}
