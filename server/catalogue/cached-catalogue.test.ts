import { beforeEach, expect, test } from 'vitest';
import type { ProductQuery } from '#contract/catalogue.ts';
import { cacheLists } from './cached-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { openRevisionCaches } from './revision-cache.ts';

let now: number;
let revision: string;
let reads: string[];
let catalogue: Catalogue;

beforeEach(() => {
  now = 0;
  revision = '1';
  reads = [];
  const read = (what: string, query: ProductQuery) => {
    reads.push(`${what} ${JSON.stringify(query)}`);
  };
  catalogue = cacheLists(
    {
      listProducts: async (query) => {
        read('list', query);
        return [];
      },
      listPage: async (query) => {
        read('listPage', query);
        return { products: [], next: null, count: 0, corrected: null };
      },
      findProduct: async () => null,
      revision: async () => revision,
    },
    openRevisionCaches(
      async () => revision,
      () => now,
    ),
  );
});

test('a list is read once until the catalogue changes', async () => {
  for (let n = 0; n < 5; n++) {
    await catalogue.listProducts({ sort: 'popularity' });
    await catalogue.listPage({ sort: 'popularity' });
  }
  expect(reads).toHaveLength(2);
  revision = '2';
  now = 1_001;
  await catalogue.listProducts({ sort: 'popularity' });
  await catalogue.listPage({ sort: 'popularity' });
  expect(reads).toHaveLength(4);
});

test('each filter, order and page is a list of its own', async () => {
  const lists: ProductQuery[] = [
    { sort: 'popularity' },
    { sort: 'newest' },
    { sort: 'popularity', category: 'gift-set' },
    { sort: 'popularity', min_price: 100 },
    { sort: 'popularity', max_price: 100 },
    { sort: 'popularity', after: '3' },
  ];
  for (const query of [...lists, ...lists]) await catalogue.listPage(query);
  expect(reads).toEqual(lists.map((query) => `listPage ${JSON.stringify(query)}`));
});

test('a search is always read', async () => {
  for (let n = 0; n < 3; n++) await catalogue.listPage({ sort: 'popularity', search: 'blue' });
  expect(reads).toHaveLength(3);
});
