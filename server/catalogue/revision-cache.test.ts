import { beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '#server/pages/document.ts';
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

describe('a cached page', () => {
  test('is rendered once and served any number of times', async () => {
    const first = await get('/');
    for (let i = 0; i < 10; i++) expect(await get('/')).toBe(first);
    expect(renders).toEqual(['/']);
  });

  test('is rendered once for concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => get('/')));
    expect(new Set(pages).size).toBe(1);
    expect(renders).toEqual(['/']);
  });

  test('is dropped with all others when the catalogue changed', async () => {
    await get('/');
    await get('/shop');
    revision = '2';
    now += 1_001;
    await get('/');
    await get('/shop');
    expect(renders).toEqual(['/', '/shop', '/', '/shop']);
  });

  test('is at most one second old', async () => {
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

describe('the catalogue’s revision is read', () => {
  test('at most once a second, with any number of requests', async () => {
    for (let i = 0; i < 50; i++) await get(`/page-${i % 5}`);
    expect(revisionReads).toBe(1);
    now += 1_001;
    await Promise.all(Array.from({ length: 50 }, (_, i) => get(`/page-${i % 5}`)));
    expect(revisionReads).toBe(2);
  });

  test('at most once a second while reading it fails', async () => {
    await get('/');
    revision = new Error('database down');
    now += 1_001;
    for (let i = 0; i < 50; i++) await get('/');
    expect(revisionReads).toBe(2);
  });
});

describe('while the database is down', () => {
  test('cached pages are served', async () => {
    const kept = await get('/');
    revision = new Error('database down');
    for (let second = 0; second < 5; second++) {
      now += 1_001;
      expect(await get('/')).toBe(kept);
    }
    expect(renders).toEqual(['/']);
  });

  test('cached pages are dropped when it is back and the catalogue changed meanwhile', async () => {
    await get('/');
    revision = new Error('database down');
    now += 1_001;
    await get('/');
    revision = '2';
    now += 1_001;
    await get('/');
    expect(renders).toHaveLength(2);
  });
});

describe('while the database accepts queries but does not answer', () => {
  test('cached pages are served: the first request waits a moment, the others do not', async () => {
    const kept = await get('/');
    revision = new Promise(() => {});
    now += 1_001;
    // Timers of one process fire in order, however busy the machine is.
    const second = new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await Promise.race([get('/'), second])).toBe(kept);
    for (let i = 0; i < 50; i++) {
      // Timers fire only when nothing else is left to run: what ends before one has waited for none.
      const timer = new Promise((resolve) => setTimeout(resolve, 0));
      expect(await Promise.race([get('/'), timer])).toBe(kept);
    }
    expect(revisionReads).toBe(2);
  });

  test('cached pages are dropped when it answers that the catalogue changed', async () => {
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

describe('never cached', () => {
  test.each([302, 404, 500, 503])('a page with status %d', async (status) => {
    await get('/x', status);
    await get('/x', status);
    expect(renders).toEqual(['/x', '/x']);
  });

  test('a failure: every waiting request gets it, the next one renders again', async () => {
    const broken = () => Promise.reject(new Error('No page'));
    const outcomes = await Promise.allSettled([cache.get('/', broken), cache.get('/', broken)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await get('/')).status).toBe(200);
  });

  test('a page that was rendered while the catalogue changed', async () => {
    const slow = Promise.withResolvers<Document>();
    const requested = cache.get('/', () => slow.promise);
    await settled();
    revision = '2';
    now += 1_001;
    await get('/other'); // reads the new revision
    const fresh = await get('/'); // must not wait for the old one
    slow.resolve(page(200));
    expect(await requested).not.toBe(fresh);
    expect(await get('/')).toBe(fresh);
  });
});

describe('what a page is made of, in a cache of its own,', () => {
  test('is dropped together with the page, and known of after one question', async () => {
    const lists = caches.open<string>();
    const list = () => lists.get('all', async () => `list ${revision}`);
    const shop = () => cache.get('/shop', async () => ({ ...page(200), policy: await list() }));
    expect((await shop()).policy).toBe('list 1');
    revision = '2';
    now += 500;
    expect(await list()).toBe('list 1');
    now += 501;
    expect((await shop()).policy).toBe('list 2');
    expect(await list()).toBe('list 2');
    expect(revisionReads).toBe(2);
  });

  test('that was read before a change is in no page that is cached after it', async () => {
    const lists = caches.open<string>();
    await lists.get('all', async () => 'old');
    const begun = Promise.withResolvers<void>();
    const slow = cache.get('/shop', async () => {
      const policy = await lists.get('all', async () => 'new');
      await begun.promise;
      return { ...page(200), policy };
    });
    await settled();
    revision = '2';
    now += 1_001;
    await get('/other'); // reads the new revision
    begun.resolve();
    expect((await slow).policy).toBe('old');
    const next = await cache.get('/shop', async () => ({
      ...page(200),
      policy: await lists.get('all', async () => 'new'),
    }));
    expect(next.policy).toBe('new');
  });
});

describe('the size of the cache', () => {
  test('is limited to the 500 pages requested last', async () => {
    for (let i = 0; i < 600; i++) await get(`/shop?search=${i}`);
    renders = [];
    for (let i = 100; i < 600; i++) await get(`/shop?search=${i}`);
    expect(renders).toEqual([]);
    await get('/shop?search=0');
    expect(renders).toEqual(['/shop?search=0']);
  });

  test('does not evict a page that is requested all the time', async () => {
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
    plain: () => nothing,
    brotli: () => nothing,
    gzip: async () => nothing,
  };
}

/** Runs everything that is ready to run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
