import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send } from '#test/shop.ts';
import { correct } from './spelling.ts';

const shop = await openTestShop({ timeouts: LONG_TIMEOUTS });

/** The ids of what a search finds, in the order of the page. */
async function search(words: string, more = ''): Promise<string> {
  const path = `/api/products?search=${encodeURIComponent(words)}${more}`;
  const { status, body } = await send(shop.app, 'GET', path);
  expect(status).toBe(200);
  return body.map(({ id }: { id: string }) => id).join('');
}

const EVERY = /^[1-6]{6}$/;
const NONE = /^$/;

test.each([
  ['a word of the name', /^6$/, ['deluxe']],
  ['a word of the short description, or another form of it', /^5$/, ['pocket', 'drawers']],
  ['a word of the long description, or its beginning', /^6$/, ['ribbon', 'ribb']],
  ['a category', /^63$/, ['gift']],
  ['a category of two words', /^14$/, ['loose leaf']],
  ['a weight', /^6$/, ['250g']],
  ['what every product has', EVERY, ['flower', 'vegan', 'lemon', 'antioxidant', 'non-gmo']],
  ['other things, which are not corrected', NONE, ['coffee', 'xyzzy', '12345', 'cat', 'phone']],
  ['a name with a typing error', /^1/, ['aprajita', 'aparjita', 'aparajitta']],
  ['wellness with one', /^3/, ['welness', 'wellnes', 'welnness']],
  ['gift or deluxe with one', /^6/, ['gfit', 'giift', 'delux', 'dleuxe']],
  ['a synonym of pack', /^25/, ['sachet', 'sachets', 'tea bag', 'teabag', 'teabags']],
  ['a synonym of gift', /^63/, ['hamper', 'उपहार', 'तोहफ़ा', 'tohfa']],
  ['a synonym of loose leaf', /^14/, ['looseleaf', 'loose tea']],
  ['a synonym of travel', /^5/, ['yatra', 'यात्रा']],
  ['a synonym that matches every product', EVERY, ['नीली चाय', 'butterfly pea', 'BLUE FLOWER']],
  ['words in a product’s name, which comes first', /^234/, ['blue']],
])('a search for %s', async (_, found, searches) => {
  for (const words of searches) expect(await search(words), words).toMatch(found);
});

test('stop words do not narrow the search', async () => {
  expect(await search('a tin for the honey')).toBe(await search('tin honey'));
  expect(await search('does this have honey')).toBe(await search('honey'));
  expect(await search('tea for the')).toMatch(EVERY);
});

test('the page shows the corrected search, which finds the same', async () => {
  const { listPage } = createCatalogue(shop.database);
  const corrected = async (words: string) =>
    (await listPage({ search: words, sort: 'popularity' })).corrected;
  expect(await corrected('aprajita flowers')).toBe('aparajita flowers');
  for (const words of ['aparajita flowers', 'coffee', 'apara'])
    expect(await corrected(words), words).toBeNull();
  for (const words of ['aprajita', 'aprajita flwers', 'flwers', 'gfit', 'bleu tae']) {
    const shown = await corrected(words);
    expect(shown, words).not.toBeNull();
    expect(await search(words), words).toBe(await search(shown ?? ''));
  }
});

test('all pages together have each product once, the best matches first', async () => {
  await shop.db.owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, popularity, stock)
    select 'r' || n, case n % 3 when 0 then 'Saffron' else 'Other' end,
      case n % 3 when 1 then 'With saffron' else '' end, case n % 3 when 2 then 'A note of saffron' else '' end,
      100, '50g', 'x', '{x}', 'packaged', '', 4, 1, n % 5, 1
    from generate_series(1, 100) n`);
  const { listPage } = createCatalogue(shop.database);
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = { search: 'saffron', sort: 'popularity' as const, ...(after && { after }) };
    const page = await listPage(query);
    seen.push(...page.products.map(({ id }) => id));
    expect(page.count).toBe(100);
    after = page.next;
  }
  expect(new Set(seen).size).toBe(100);
  const named = seen.map((id) => Number(id.slice(1)) % 3 === 0);
  expect(named).toEqual([...Array(33).fill(true), ...Array(67).fill(false)]);
  await shop.db.owner.query(`delete from products where id like 'r%'`);
});

test('a product is found by its name with and without its spaces', async () => {
  const named = `update products set name = $1 where id = '4'`;
  for (const [name, typed] of [
    ['Lemongrass Cooler', 'lemon grass'],
    ['Wheat Grass Cooler', 'wheatgrass'],
    ['Wheat Grass Cooler', 'wheatgrass cooler'],
  ]) {
    await shop.db.owner.query(named, [name]);
    expect(await search(typed ?? ''), typed).toBe('4');
  }
  for (const typed of ['wheatgrasp', 'wheatcotton'])
    expect(await search(typed), typed).not.toBe('4');
});

test('a changed product is found, also with a typing error, and a new synonym works at once', async () => {
  await shop.db.owner.query(`update products set name = 'Hibiscus Cooler' where id = '4'`);
  expect(await search('hibiscus')).toBe('4');
  expect(await search('hibsicus')).toBe('4');
  expect(await search('monsoon')).toBe('');
  await shop.db.owner.query(`insert into search_synonyms values ('monsoon', 'ribbon')`);
  expect(await search('monsoon')).toBe('6');
});

test('a correction is the nearest words, and none for short words, numbers and distant words', () => {
  expect(correct('gfit', ['gift', 'grit', 'girt'])).toEqual(['gift', 'grit']);
  expect(correct('wellnes', ['wellness', 'well'])).toEqual(['wellness']);
  expect(correct('ta', ['tea'])).toEqual([]);
  expect(correct('51g', ['50g'])).toEqual([]);
  expect(correct('coffee', ['caffeine', 'cotton'])).toEqual([]);
});

test('slow searches leave database connections for other requests', async () => {
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  // The last test: from now on every word that no product has takes until the gate is open, as with very many products.
  await shop.db.owner.query(`
    create table open_gate ();
    grant select on open_gate to public;
    create or replace function similar_words(typed text) returns setof text language plpgsql volatile
    as $$ begin
      while not exists (select from open_gate) loop perform pg_sleep(0.05); end loop;
    end $$`);
  let answered = 0;
  const searches = Array.from({ length: 20 }, async () => {
    const { status } = await send(shop.app, 'GET', '/api/products?search=travle');
    answered += 1;
    return status;
  });
  const sleeping = async () =>
    (
      await shop.db.owner.query(
        `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      )
    ).rows.length;
  await expect.poll(sleeping).toBeGreaterThan(1);
  expect(await send(shop.app, 'GET', '/api/products')).toMatchObject({ status: 200 });
  expect(await asha.request('GET', '/api/cart')).toMatchObject({ status: 200 });
  expect(await submit(asha, order)).toMatchObject({ status: 201 });
  expect(answered).toBe(0);
  await shop.db.owner.query('insert into open_gate default values');
  // Requests that waited too long get a retry response.
  for (const status of await Promise.all(searches)) expect([200, 503]).toContain(status);
});
