import { beforeEach, describe, expect, test } from 'vitest';
import type { ProductQuery } from '#contract/catalogue.ts';
import type { Document } from '#server/pages/document.ts';
import { cacheLists } from './catalogue.ts';
import { openRevisionCaches, type RevisionCache, type RevisionCaches } from './revision-cache.ts';

let now: number;
let revision: string | Error | Promise<string>;
let revisionReads: number;
let renders: string[];
let caches: RevisionCaches;
let cache: RevisionCache<Document>;

beforeEach(() => {
  now = 0;
  revision = '1';
  revisionReads = 0;
  renders = [];
  caches = openRevisionCaches(
    async () => {
      revisionReads += 1;
      if (revision instanceof Error) throw revision;
      return revision;
    },
    () => now,
  );
  cache = caches.open(({ status }) => status === 200);
});

/** The catalogue changes, fails or hangs, and a second later somebody may ask. */
function passSecond(next = revision): void {
  revision = next;
  now += 1_001;
}

describe('a cached page', () => {
  test('is rendered once, for concurrent requests and any number of later ones', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => get('/')));
    expect(new Set([...pages, await get('/')]).size).toBe(1);
    expect(renders).toEqual(['/']);
  });

  test('is dropped with all others when the catalogue changed', async () => {
    for (const next of ['1', '2']) {
      passSecond(next);
      await get('/');
      await get('/shop');
    }
    expect(renders).toEqual(['/', '/shop', '/', '/shop']);
  });
});

test('the catalogue’s revision is read at most once a second, also while reading it fails', async () => {
  for (const [reads, next] of [
    [1, '1'],
    [2, '2'],
    [3, new Error('database down')],
  ] as const) {
    passSecond(next);
    await Promise.all(Array.from({ length: 50 }, (_, i) => get(`/page-${i % 5}`)));
    for (let i = 0; i < 50; i++) await get(`/page-${i % 5}`);
    expect(revisionReads).toBe(reads);
  }
});

test('while the database is down, cached pages are served, and dropped if the catalogue changed meanwhile', async () => {
  const kept = await get('/');
  for (let second = 0; second < 5; second++) {
    passSecond(new Error('database down'));
    expect(await get('/')).toBe(kept);
  }
  expect(renders).toEqual(['/']);
  passSecond('2');
  await get('/');
  expect(renders).toHaveLength(2);
});

test('while the database hangs, cached pages are served: the first request waits a moment, the others do not', async () => {
  const kept = await get('/');
  const late = Promise.withResolvers<string>();
  passSecond(late.promise);
  // Timers of one process fire in order, however busy the machine is.
  const second = new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await Promise.race([get('/'), second])).toBe(kept);
  for (let i = 0; i < 50; i++) {
    // Timers fire only when nothing else is left to run: what ends before one has waited for none.
    const timer = new Promise((resolve) => setTimeout(resolve, 0));
    expect(await Promise.race([get('/'), timer])).toBe(kept);
  }
  expect(revisionReads).toBe(2);
  late.resolve('2'); // it answers at last, that the catalogue changed
  await settled();
  await get('/');
  expect(renders).toEqual(['/', '/']);
});

describe('never cached', () => {
  test.each([302, 404, 500, 503])('a page with status %d', async (status) => {
    await get('/x', status);
    await get('/x', status);
    expect(renders).toEqual(['/x', '/x']);
  });

  test('a page that was rendered while the catalogue changed', async () => {
    const slow = Promise.withResolvers<Document>();
    const requested = cache.get('/', () => slow.promise);
    await settled();
    passSecond('2');
    await get('/other'); // reads the new revision
    const fresh = await get('/'); // must not wait for the old one
    slow.resolve(page(200));
    expect(await requested).not.toBe(fresh);
    expect(await get('/')).toBe(fresh);
  });
});

test('the cache is limited to the 500 pages requested last; one that is requested all the time stays', async () => {
  const home = await get('/');
  for (let i = 0; i < 600; i++) {
    await get(`/shop?search=${i}`);
    if (i % 400 === 0) expect(await get('/')).toBe(home);
  }
  renders = [];
  for (let i = 101; i < 600; i++) await get(`/shop?search=${i}`);
  expect(await get('/')).toBe(home);
  expect(renders).toEqual([]);
  await get('/shop?search=0');
  expect(renders).toEqual(['/shop?search=0']);
});

test('each list is read once until the catalogue changes, by filter, order and page; a search always', async () => {
  let reads = 0;
  const listPage = async () => {
    reads += 1;
    return { products: [], next: null, count: 0, corrected: null };
  };
  const catalogue = cacheLists(
    {
      listPage,
      listProducts: async () => (await listPage()).products,
      findProduct: async () => null,
      revision: async () => '1',
    },
    caches,
  );
  const lists: ProductQuery[] = [
    { sort: 'popularity' },
    { sort: 'newest' },
    { sort: 'popularity', category: 'gift-set' },
    { sort: 'popularity', min_price: 100, max_price: 200, after: '3' },
  ];
  const readAll = async () => {
    await catalogue.listProducts({ sort: 'popularity' });
    for (const query of lists) await catalogue.listPage(query);
  };
  for (const total of [5, 5]) {
    await readAll();
    expect(reads).toBe(total);
  }
  passSecond('2');
  await readAll();
  expect(reads).toBe(10);
  for (let n = 0; n < 3; n++) await catalogue.listPage({ sort: 'popularity', search: 'blue' });
  expect(reads).toBe(13);
});

function get(key: string, status = 200): Promise<Document> {
  return cache.get(key, async () => {
    renders.push(key);
    return page(status);
  });
}

function page(status: number): Document {
  const nothing = new Uint8Array();
  return {
    status,
    location: null,
    etag: '"x"',
    policy: '',
    plain: () => nothing,
    brotli: () => nothing,
    gzip: async () => nothing,
  };
}

/** Runs everything that is ready to run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
