import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

const CARD = 'View Details of Premium Blue Tea Pack';
const DATA = '/product/2.data';

test('a pointer that rests on a card fetches its product, the click fetches nothing of it again, and without a network the page stays', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const sent: string[] = [];
  const asked = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    asked.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) return;
    sent.push(asked.get(requestId) ?? '');
  });
  await openHydrated(page, '/shop');
  const script = page.waitForResponse('**/assets/product-page-*.js');
  const data = page.waitForResponse((response) => response.url().includes(DATA));
  await page.getByRole('link', { name: CARD }).hover();
  await (await script).finished();
  await (await data).finished();
  expect(page.url()).toContain('/shop');

  await page.getByRole('link', { name: CARD }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Blue Tea Pack');
  expect(sent.filter((path) => path === DATA)).toHaveLength(1);
  expect(sent.filter((path) => path.startsWith('/assets/product-page-'))).toHaveLength(1);

  // Without a network a card that is touched preloads nothing, and the page stays.
  await openHydrated(page, '/shop');
  await page.evaluate(() => document.documentElement.setAttribute('same-page', ''));
  await page.route(/\.js$|\.data/, (route) => route.abort('internetdisconnected'));
  for (const name of [CARD, 'View Details of Organic Blue Tea Blend']) {
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('link', { name }).hover();
    await failed;
    await page.mouse.move(0, 0);
  }
  await expect(page.locator('html[same-page]')).toBeAttached();
});
