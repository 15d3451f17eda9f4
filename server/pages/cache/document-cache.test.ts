import { beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '#server/pages/document.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';

let now: number;
let revision: string | Error | Promise<string>;
let looks: number;
let renders: string[];
let cache: DocumentCache;

beforeEach(() => {
  now = 0;
  revision = '1';
  looks = 0;
  renders = [];
  cache = createDocumentCache(
    async () => {
      looks += 1;
      if (revision instanceof Error) throw revision;
      return revision;
    },
    () => now,
  );
});

describe('a kept page', () => {
  test('is rendered once and answered any number of times', async () => {
    const first = await get('/');
    for (let i = 0; i < 10; i++) expect(await get('/')).toBe(first);
    expect(renders).toEqual(['/']);
  });

  test('is rendered once for all who ask at the same time', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => get('/')));
    expect(new Set(pages).size).toBe(1);
    expect(renders).toEqual(['/']);
  });

  test('goes when the catalogue has moved, with all others', async () => {
    await get('/');
    await get('/shop');
    revision = '2';
    now += 1_001;
    await get('/');
    await get('/shop');
    expect(renders).toEqual(['/', '/shop', '/', '/shop']);
  });

  test('may be one second old and no older', async () => {
    await get('/');
    revision = '2';
    now += 1_000;
    await get('/');
    expect(renders).toHaveLength(1);
    now += 1;
    await get('/');
    expect(renders).toHaveLength(2);
  });
});

describe('the catalogue is looked at', () => {
  test('at most once a second, however many ask', async () => {
    for (let i = 0; i < 50; i++) await get(`/page-${i % 5}`);
    expect(looks).toBe(1);
    now += 1_001;
    await Promise.all(Array.from({ length: 50 }, (_, i) => get(`/page-${i % 5}`)));
    expect(looks).toBe(2);
  });

  test('at most once a second while it cannot be', async () => {
    await get('/');
    revision = new Error('away');
    now += 1_001;
    for (let i = 0; i < 50; i++) await get('/');
    expect(looks).toBe(2);
  });
});

describe('while the database is away', () => {
  test('what is kept stays open', async () => {
    const kept = await get('/');
    revision = new Error('away');
    for (let second = 0; second < 5; second++) {
      now += 1_001;
      expect(await get('/')).toBe(kept);
    }
    expect(renders).toEqual(['/']);
  });

  test('what is kept goes once it is back and the catalogue has moved meanwhile', async () => {
    await get('/');
    revision = new Error('away');
    now += 1_001;
    await get('/');
    revision = '2';
    now += 1_001;
    await get('/');
    expect(renders).toHaveLength(2);
  });
});

describe('while the database takes a question and does not answer', () => {
  test('what is kept stays open: the first to ask waits a moment, the others do not', async () => {
    const kept = await get('/');
    revision = new Promise(() => {});
    now += 1_001;
    // Timers of one process end in their order, however busy its machine is.
    const second = new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await Promise.race([get('/'), second])).toBe(kept);
    for (let i = 0; i < 50; i++) {
      // Timers run only when nothing else is left to do: what comes before one has waited for none.
      const timer = new Promise((resolve) => setTimeout(resolve, 0));
      expect(await Promise.race([get('/'), timer])).toBe(kept);
    }
    expect(looks).toBe(2);
  });

  test('what is kept goes once it answers that the catalogue has moved', async () => {
    await get('/');
    const late = Promise.withResolvers<string>();
    revision = late.promise;
    now += 1_001;
    await get('/');
    late.resolve('2');
    await settled();
    await get('/');
    expect(renders).toEqual(['/', '/']);
  });
});

describe('never kept', () => {
  test.each([302, 404, 500, 503])('a page with status %d', async (status) => {
    await get('/x', status);
    await get('/x', status);
    expect(renders).toEqual(['/x', '/x']);
  });

  test('a failure: everybody who waited hears of it, the next asks again', async () => {
    const broken = () => Promise.reject(new Error('No page'));
    const outcomes = await Promise.allSettled([cache.get('/', broken), cache.get('/', broken)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await get('/')).status).toBe(200);
  });

  test('a page that was rendered while the catalogue moved', async () => {
    const slow = Promise.withResolvers<Document>();
    const asked = cache.get('/', () => slow.promise);
    await settled();
    revision = '2';
    now += 1_001;
    await get('/other'); // notices
    const fresh = await get('/'); // must not wait for the old one
    slow.resolve(page(200));
    expect(await asked).not.toBe(fresh);
    expect(await get('/')).toBe(fresh);
  });
});

describe('strangers', () => {
  test('cannot make it grow: of many pages the last 500 asked for are kept', async () => {
    for (let i = 0; i < 600; i++) await get(`/shop?search=${i}`);
    renders = [];
    for (let i = 100; i < 600; i++) await get(`/shop?search=${i}`);
    expect(renders).toEqual([]);
    await get('/shop?search=0');
    expect(renders).toEqual(['/shop?search=0']);
  });

  test('cannot push out a page that is asked for all the time', async () => {
    const home = await get('/');
    for (let i = 0; i < 2_000; i++) {
      await get(`/shop?search=${i}`);
      if (i % 400 === 0) expect(await get('/')).toBe(home);
    }
  });
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
    plain: nothing,
    brotli: () => nothing,
    gzip: async () => nothing,
  };
}

/** Lets everything that can go on without us go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
