import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

/** The ids of what a search finds, in the order of the page. */
async function search(words: string, more = ''): Promise<string> {
  const path = `/api/products?search=${encodeURIComponent(words)}${more}`;
  const { status, body } = await send(shop.app, 'GET', path);
  expect(status).toBe(200);
  return body.map(({ id }: { id: string }) => id).join('');
}

const everyProduct = /^[1-6]{6}$/;

describe('searched texts', () => {
  test.each([
    ['a word of the name', 'deluxe', '6'],
    ['a word of the short description', 'pocket', '5'],
    ['a word of the long description', 'ribbon', '6'],
    ['a category', 'gift', '63'],
    ['a category of two words', 'loose leaf', '14'],
    ['a weight', '250g', '6'],
    ['an incomplete word', 'ribb', '6'],
    ['another form of a word', 'drawers', '5'],
  ])('%s', async (_, words, found) => {
    expect(await search(words)).toBe(found);
  });

  test.each(['flower', 'flowers', 'vegan', 'lemon', 'honey', 'antioxidant', 'skin', 'non-gmo'])(
    'every product has: %s',
    async (words) => {
      expect(await search(words)).toMatch(everyProduct);
    },
  );

  test('stop words do not narrow the search', async () => {
    expect(await search('a tin for the honey')).toBe(await search('tin honey'));
    expect(await search('does this have honey')).toBe(await search('honey'));
    expect(await search('tea for the')).toMatch(everyProduct);
  });
});

describe('typing errors', () => {
  test.each([
    ['aprajita', '1'],
    ['aparjita', '1'],
    ['aparajitta', '1'],
    ['welness', '3'],
    ['wellnes', '3'],
    ['welnness', '3'],
    ['travle', '5'],
    ['tarvel', '5'],
    ['gfit', '6'],
    ['giift', '6'],
    ['delux', '6'],
    ['dleuxe', '6'],
    ['orgnic', '4'],
    ['premum', '2'],
    ['bleu', '2'],
  ])('%s is corrected', async (words, best) => {
    expect(await search(words)).toMatch(new RegExp(`^${best}`));
  });

  test('the page shows the corrected search', async () => {
    const { listPage } = createCatalogue(shop.database);
    const understood = async (search: string) =>
      (await listPage({ search, sort: 'popularity' })).corrected;
    expect(await understood('aprajita flowers')).toBe('aparajita flowers');
    expect(await understood('aparajita flowers')).toBeNull();
    expect(await understood('coffee')).toBeNull();
    expect(await understood('apara')).toBeNull();
  });

  test.each(['aprajita', 'aprajita flwers', 'flwers', 'gfit', 'bleu tae'])(
    'a search finds the same as its correction that the page shows: %s',
    async (words) => {
      const { corrected } = await createCatalogue(shop.database).listPage({
        search: words,
        sort: 'popularity',
      });
      expect(corrected).not.toBeNull();
      expect(await search(words)).toBe(await search(corrected ?? ''));
    },
  );

  test.each(['coffee', 'milk', 'xyzzy', 'qqq', '12345', 'nothing of the kind', 'cat', 'phone'])(
    'a search for other things finds nothing: %s',
    async (words) => {
      expect(await search(words)).toBe('');
    },
  );
});

describe('synonyms', () => {
  test.each([
    ['sachet', '25'],
    ['sachets', '25'],
    ['tea bag', '25'],
    ['teabag', '25'],
    ['teabags', '25'],
    ['hamper', '63'],
    ['looseleaf', '14'],
    ['loose tea', '14'],
    ['उपहार', '63'],
    ['तोहफ़ा', '63'],
    ['tohfa', '63'],
    ['yatra', '5'],
    ['यात्रा', '5'],
  ])('%s', async (words, found) => {
    expect(await search(words)).toMatch(new RegExp(`^${found}`));
  });

  test.each([
    'blue',
    'नीली चाय',
    'neeli chai',
    'अपराजिता',
    'aparajita',
    'butterfly pea',
    'clitoria ternatea',
    'shankhpushpi',
    'फूल',
    'BLUE FLOWER',
  ])('%s is a synonym that matches every product', async (words) => {
    expect(await search(words)).toMatch(everyProduct);
  });
});

describe('order', () => {
  test('products with the words in their name come first', async () => {
    expect(await search('blue')).toMatch(/^234/);
    expect(await search('aparajita')).toMatch(/^1/);
    expect(await search('gift')).toBe('63');
  });

  test('a chosen sort order is kept', async () => {
    expect(await search('blue', '&sort=price-asc')).toBe('152436');
    expect(await search('gift', '&sort=price-asc')).toBe('36');
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
    for (let after: string | undefined; ; ) {
      const page = await listPage({
        search: 'saffron',
        sort: 'popularity',
        ...(after && { after }),
      });
      seen.push(...page.products.map(({ id }) => id));
      expect(page.count).toBe(100);
      if (page.next === null) break;
      after = page.next;
    }
    expect(new Set(seen).size).toBe(100);
    const group = (id: string) => Number(id.slice(1)) % 3;
    expect(seen.map((id) => group(id) === 0)).toEqual([
      ...Array(33).fill(true),
      ...Array(67).fill(false),
    ]);
  });

  afterAll(() => shop.db.owner.query(`delete from products where id like 'r%'`));
});

test('an added or changed product is found, also with a typing error', async () => {
  await shop.db.owner.query(`update products set name = 'Hibiscus Cooler' where id = '4'`);
  expect(await search('hibiscus')).toBe('4');
  expect(await search('hibsicus')).toBe('4');
});

test('a new synonym works at once', async () => {
  expect(await search('monsoon')).toBe('');
  await shop.db.owner.query(`insert into search_synonyms values ('monsoon', 'ribbon')`);
  expect(await search('monsoon')).toBe('6');
});
