import { expect, test } from '@playwright/test';
import { downloadsOf } from '#test/e2e/support/downloads.ts';
import { scriptsOf } from '#test/e2e/support/libraries.ts';

const KB = 1000;

test('the home page loads at most 100 kB of script', async ({ browser, baseURL }) => {
  const { script } = await downloadsOf(browser, `${baseURL}/`);
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThanOrEqual(100 * KB);
});

for (const path of ['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy']) {
  test(`a signed-out visitor of ${path} downloads neither auth-js nor TanStack Query`, async ({
    browser,
    baseURL,
  }) => {
    const { scripts } = await downloadsOf(browser, baseURL + path);
    const forSignedIn = Object.values(scriptsOf()).flat();
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => forSignedIn.includes(script))).toEqual([]);
  });
}

test('a product page is less than 60 kB of HTML before compression, its style left out', async ({
  request,
}) => {
  const html = await (await request.get('/product/1')).text();
  const unstyled = html.replace(/<style>.*?<\/style>/s, '');
  expect(Buffer.byteLength(unstyled)).toBeLessThan(60 * KB);
});
