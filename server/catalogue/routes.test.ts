import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COUNT } from '#contract/catalogue.ts';
import { cupsIn, netGrams } from '#domain/brewing.ts';
import { holdLock } from '#test/locks.ts';
import { openTestShop, send } from '#test/shop.ts';
import { createCatalogue } from './catalogue.ts';
import { seedCatalogue } from './seed.ts';

const shop = await openTestShop();

afterEach(async () => {
  await query('update products set active = true, stock = 100');
});

const query = (sql: string, values?: unknown[]) => shop.db.owner.query(sql, values);
const request = (path: string, headers?: Record<string, string>) =>
  send(shop.app, 'GET', path, undefined, headers);

async function ids(search: string): Promise<string> {
  const { body } = await request(`/api/products?${search}`);
  return body.map(({ id }: { id: string }) => id).join('');
}

/** Products of category packaged whose id begins with `prefix`, with these columns of each n. */
const addProducts = (prefix: string, name: string, count: number, more = {}) => {
  const columns = { price: '100', popularity: '0', created_at: 'now()', ...more };
  return query(`
    insert into products (id, name, description, long_description, weight, image, images, category, ingredients,
      rating, review_count, stock, ${Object.keys(columns)})
    select '${prefix}' || n, '${name}', '', '', '50g', 'x', '{x}', 'packaged', '', 4, 1, 1, ${Object.values(columns)}
    from generate_series(1, ${count}) n`);
};

test('the list has the six products, the most popular first, with their ratings, also with an invalid token', async () => {
  const { status, body } = await request('/api/products', { authorization: 'Bearer of.bad.news' });
  expect(status).toBe(200);
  expect(body).toMatchObject(
    [
      ['1', 'Dried Aparajita Flowers', 499, '50g', 'loose-leaf'],
      ['2', 'Premium Blue Tea Pack', 799, '100g', 'packaged'],
      ['3', 'Blue Tea Wellness Set', 1299, '200g', 'gift-set'],
      ['4', 'Organic Blue Tea Blend', 899, '100g', 'loose-leaf'],
      ['5', 'Travel Tea Pack', 599, '50g', 'packaged'],
      ['6', 'Deluxe Gift Set', 1999, '250g', 'gift-set'],
    ].map(([id, name, price, weight, category]) => {
      const rated = { rating: 4.8, review_count: 127 };
      return { id, name, price, weight, category, ...rated };
    }),
  );
});

test('each product has everything for its page; its contents match its weight and its price per cup', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6']) {
    const { status, body } = await request(`/api/products/${id}`);
    expect(status, id).toBe(200);
    expect(body, id).toMatchObject({
      ...{ rating: 4.8, review_count: 127, in_stock: true, only_left: null },
      certifications: ['Organic', 'Non-GMO', 'Gluten-Free', 'Vegan'],
      weight: `${netGrams(body.contents)}g`,
      ...{ taste: 'Mild, a little earthy', country_of_origin: 'India' },
    });
    const { images, image_texts, benefits } = body;
    expect([images.length, image_texts.length, benefits.length], id).toEqual([3, 3, 4]);
    expect(cupsIn(body.contents), id).toBeGreaterThan(0);
    expect(body.brewing[0].text, id).toMatch(/5-7 dried flowers/);
    expect(body).not.toHaveProperty('stock');
  }
});

test.each([
  ['sort=price-asc', '152436'],
  ['sort=price-desc', '634251'],
  ['sort=newest', '654321'],
  ['category=gift-set&sort=price-desc', '63'],
  ['search=TRAV', '5'],
  ['search=gift&category=gift-set&sort=newest', '63'],
  ['min_price=899', '346'],
  ['max_price=799', '125'],
  ['min_price=900&max_price=600', ''],
  ['search=blue&category=loose-leaf&max_price=499', '1'],
  [`search=${'tea '.repeat(8)}coffee`, ''],
  [`search=${'tea '.repeat(29)}4pk`, ''],
  ['search=%20%20', '123456'],
  ['utm_source=letter', '123456'],
])('%s finds %s', async (search, found) => {
  expect(await ids(search)).toBe(found);
});

test('the exact stock is shown only when few are left', async () => {
  const seen = async (stock: number) => {
    await query(`update products set stock = $1 where id = '1'`, [stock]);
    const { body } = await request('/api/products/1');
    return [body.in_stock, body.only_left];
  };
  expect(await seen(6)).toEqual([true, null]);
  expect(await seen(5)).toEqual([true, 5]);
  expect(await seen(1)).toEqual([true, 1]);
  expect(await seen(0)).toEqual([false, null]);
});

test('products that are no longer sold, or never were, are not shown', async () => {
  await query(`update products set active = false where id = '2'`);
  expect(await ids('')).toBe('13456');
  expect(await ids('search=premium')).toBe('');
  for (const id of ['2', '7']) {
    expect(await request(`/api/products/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'product_not_found', message: 'This product is not in the shop.' } },
    });
  }
});

test.each(['sort=cheapest', `search=${'x'.repeat(121)}`, 'max_price=4.5', 'after='])(
  '%s answers 400',
  async (search) => {
    const answer = await request(`/api/products?${search}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(Object.keys(answer.body.error.fields)).toEqual([search.split('=')[0]]);
  },
);

describe('a long list', () => {
  /** Many products with equal prices, dates and popularities: the id must break the ties. */
  beforeAll(() =>
    addProducts('x', 'Crowd', 100, {
      price: '100 + n % 3',
      popularity: 'n % 4',
      created_at: `'2026-01-01'::timestamptz + n % 5 * interval '1.000001 seconds'`,
    }),
  );
  afterAll(() => query(`delete from products where id like 'x%'`));

  test.each(['popularity', 'price-asc', 'price-desc', 'newest'])(
    'all pages together have each product once, by %s',
    async (sort) => {
      const pages: { id: string; price: number }[][] = [];
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

  test('a page has the next page’s id and the total count, which stops above its limit', async () => {
    const { listPage } = createCatalogue(shop.database);
    const first = await listPage({ search: 'crowd', sort: 'newest' });
    expect([first.products.length, first.count]).toEqual([24, 100]);
    expect(first.next).toBe(first.products[23]?.id);
    const six = await listPage({ min_price: 400, sort: 'popularity' });
    expect([six.products.length, six.next, six.count]).toEqual([6, null, 6]);
    await addProducts('xy', 'Throng', 300);
    expect((await listPage({ search: 'throng', sort: 'newest' })).count).toBe(MAX_COUNT + 1);
  });

  test('the next page follows even if the previous page’s last product is no longer sold; none follows an unknown one', async () => {
    const whole = await request('/api/products?search=crowd&sort=price-asc');
    const last = whole.body[11].id;
    await query('update products set active = false where id = $1', [last]);
    const rest = await request(`/api/products?search=crowd&sort=price-asc&after=${last}`);
    expect(rest.body[0].id).toBe(whole.body[12].id);
    expect(await ids('after=nothing')).toBe('');
  });
});

/** Stock has a trigger of its own, the rest follows from other columns or is the admin's. */
const HIDDEN_COLUMNS = [
  ...['creation_hash', 'creation_key', 'id', 'search', 'search_name', 'stock', 'updated_at'],
  'version',
];

describe('the revision of the catalogue', () => {
  async function revision(): Promise<number> {
    const { rows } = await query('select sum(revision)::int as revision from catalogue_revision');
    return rows[0].revision;
  }

  test('changes with what a page shows, once for each statement, and not with an ordinary sale', async () => {
    const one = (set: string) => `update products set ${set} where id = '1'`;
    for (const [statement, times] of [
      [one('price = price + 1, mrp = mrp + 1'), 1],
      [one(`image_texts[2] = 'A bowl'`), 1],
      [one(`contents = contents || '[{"count":1,"item":"spoon"}]'`), 1],
      [one('active = false'), 1],
      [one('stock = 50'), 0],
      ['update products set stock = stock - 1', 0],
      ['update products set price = price', 0],
      [one('stock = 5'), 1], // few
      [`with few as (${one('stock = 4')}) select 1`, 1],
      [one('stock = 0'), 1],
      [
        `insert into products select '8', name, description, long_description, price, weight, image, images,
           category, benefits, brewing, ingredients, certifications, rating, review_count, popularity, stock
         from products where id = '1'`,
        1,
      ],
      [`delete from products where id = '8'`, 1],
      ['update products set price = price + 1, mrp = mrp + 1, stock = 3', 1],
    ] as const) {
      const before = await revision();
      await query(statement);
      expect((await revision()) - before, statement).toBe(times);
    }
  });

  test('looks at every column of products but those that no page shows', async () => {
    const { rows } = await query(`
      select attname as name from pg_attribute, pg_trigger
      where attrelid = 'products'::regclass and attnum > 0 and not attisdropped
        and tgname = 'shown_facts_changed' and attnum <> all (tgattr)
      order by attname`);
    expect(rows.map(({ name }) => name)).toEqual(HIDDEN_COLUMNS);
  });

  test('changes despite other open transactions, again when they commit, and not when one rolls back', async () => {
    const before = await revision();
    const raise = (id: string) =>
      `update products set price = price + 1, mrp = mrp + 1 where id = '${id}'`;
    const open = await Promise.all(['4', '5', '3'].map((id) => holdLock(shop.db.owner, raise(id))));
    await query(raise('1'));
    expect(await revision()).toBe(before + 1);
    await open.pop()?.release();
    for (const each of open) await each.commit();
    expect(await revision()).toBe(before + 3);
  });
});

test('the first products are added once by several starts at once, and only to an empty catalogue', async () => {
  const seed = () => seedCatalogue(shop.db.connection, 'db/seed.sql');
  await query(`delete from products where id <> '1'`);
  await seed();
  expect(await ids('')).toBe('1');
  await query('delete from products');
  await Promise.all([seed(), seed(), seed(), seed()]);
  expect(await ids('')).toBe('123456');
});
