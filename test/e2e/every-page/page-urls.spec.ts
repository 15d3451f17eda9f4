import { expect, test } from '@playwright/test';

// Without a browser, so none is opened: the documents, as the built server sends them.

const PAGES = [
  '/',
  '/shop',
  '/product/1',
  '/about',
  '/contact',
  '/shipping-info',
  '/returns',
  '/faq',
  '/terms',
  '/privacy-policy',
];

const UNKNOWN = [
  '/product/%00',
  '/product/%ED%A0%80',
  '/product/x'.padEnd(9_000, 'x'),
  `/product/${'/'.repeat(12_000)}x`,
];

const LIKE_DATA = ['/shop.data/', '/shop%2Edata', '/Shop.DATA', '/product/1.data/', '//shop'];

/** Other spellings of a page's URL, with the usual one. */
const SPELLINGS = {
  '/Product/1': '/product/1',
  '/%70roduct/%31/': '/product/1',
  '/SHOP?search=travel': '/shop?search=travel',
};

test('a mistyped URL is not found, or is the page that was meant, and none comes without a policy', async ({
  request,
  baseURL,
}) => {
  for (const path of UNKNOWN) {
    expect.soft((await request.get(path)).status(), path.slice(0, 20)).toBe(404);
    expect.soft((await request.get(`${path}.data`)).status(), path.slice(0, 20)).toBe(404);
  }
  for (const path of LIKE_DATA) {
    const { 'content-security-policy': policy } = (
      await request.get(`${baseURL}${path}`)
    ).headers();
    expect.soft(policy, path).toContain("default-src 'self'");
  }
  for (const [path, meant] of Object.entries(SPELLINGS)) {
    const [asked, same] = [await request.get(path), await request.get(meant)];
    expect.soft(asked.status(), path).toBe(200);
    expect.soft(asked.headers().etag, path).toBe(same.headers().etag);
  }
});

test('every public page has a title, a description, a canonical URL and a picture of its own, and a product’s is small', async ({
  request,
  baseURL,
}) => {
  const titles = new Set<string>();
  for (const path of [...PAGES, '/shop?sort=newest']) {
    const html = await (await request.get(path)).text();
    const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    titles.add(found(/<title>(.+?)<\/title>/));
    const own = `${baseURL}${path.split('?')[0]}`;
    expect.soft(found(/<link rel="canonical" href="(.*?)"/), path).toBe(own);
    expect.soft(found(/<meta property="og:url" content="(.*?)"/), path).toBe(own);
    expect.soft(found(/<meta name="description" content="(.*?)"/), path).toMatch(/^.{50,160}$/);
    const picture = await request.get(found(/<meta property="og:image" content="(.*?)"/));
    expect.soft(picture.headers()['content-type'], path).toContain('image/');
  }
  // One title for the shop, however it is ordered.
  expect(titles.size).toBe(PAGES.length);

  // Before compression, the style left out.
  const html = await (await request.get('/product/1')).text();
  const unstyled = html.replace(/<style>.*?<\/style>/s, '');
  expect(Buffer.byteLength(unstyled)).toBeLessThan(60_000);
});
