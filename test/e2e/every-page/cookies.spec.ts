import type { Page } from '@playwright/test';
import { test as tagged } from '#test/e2e/support/isolated-shop.ts';
import { hold } from '#test/e2e/support/network.ts';
import { readyToOrder } from '#test/e2e/support/pages.ts';
import { setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });
const choice = (page: Page) => page.evaluate(() => localStorage.getItem('cookie-consent'));
const button = (page: Page, name: string) => page.getByRole('button', { name });

test('the banner covers neither Sign In nor Create Account, nor what else one taps, in any window', async ({
  page,
  browser,
  baseURL,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  const guest = await browser.newPage({ ...(baseURL && { baseURL }) });
  const choices = ['Close without accepting', 'Decline Non-Essential', 'Accept All'];
  for (const width of [390, 320, 1280]) {
    for (const visitor of [page, guest]) await visitor.setViewportSize({ width, height: 640 });
    for (const [visitor, path, names] of [
      [guest, '/auth?tab=login', ['Sign In']],
      [guest, '/auth?tab=sign-up', ['Create Account']],
      [guest, '/product/1', ['Add to Cart', 'Increase quantity', ...choices]],
      [guest, '/contact', ['Send Message', 'Cookie settings']],
      [guest, '/shop', ['Filters', 'Cookie settings']],
      [page, '/checkout', ['Continue to Payment']],
      [page, '/checkout?step=payment', ['Place Order']],
    ] as const) {
      await openHydrated(visitor, path);
      await expect(banner(visitor)).toBeVisible();
      for (const name of names) await expectTappable(button(visitor, name).first());
    }
  }
  await guest.setViewportSize({ width: 390, height: 844 });
  await openHydrated(guest, '/product/1');
  await expectAccessible(guest);
  await setRootFont(guest, 200);
  for (const name of ['Add to Cart', ...choices]) await expectTappable(button(guest, name));
  await guest.close();
});

test('a choice counts before the page’s scripts have come, in every tab and on the way back, and the footer asks again', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/assets/*.js', () => {}); // they never come
  await page.goto('/product/1');
  const opened = context.waitForEvent('page');
  await tap(banner(page).getByRole('link', { name: 'Privacy Policy' }));
  const policy = await opened;
  await expect(policy.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await policy.close();
  expect(await choice(page)).toBeNull();

  for (const [name, kept] of [
    ['Accept All', 'accepted'],
    ['Decline Non-Essential', 'declined'],
    ['Close without accepting', 'declined'],
  ] as const) {
    await page.goto('/product/1');
    await tap(button(page, name));
    await expect(banner(page)).toBeHidden();
    expect(await choice(page)).toBe(kept);
    await page.reload();
    await expect(banner(page)).toBeHidden();
    await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  }

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => localStorage.setItem('cookie-consent', 'perhaps'));
  await openHydrated(page, '/');
  await expect(banner(page), 'an invalid choice counts as none').toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await tap(button(other, 'Accept All'));
  await expect(banner(page)).toBeHidden();
  await other.goto('/shop');
  await other.goBack();
  await expect(banner(other)).toBeHidden();

  await tap(button(page, 'Cookie settings'));
  await expect(banner(page)).toBeVisible();
  await expect(button(page, 'Accept All')).toBeFocused();
  expect(await choice(page)).toBeNull();
  await tap(button(page, 'Decline Non-Essential'));
  await page.reload();
  await expect(banner(page)).toBeHidden();
  expect(await choice(page)).toBe('declined');
});

const TAG = 'G-TEST123456';

/** Stands in for Google: answers with a script that does nothing. Returns the list of requested URLs, which grows. */
async function google(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/googletagmanager|google-analytics/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagLoaded = true' });
  });
  return asked;
}

/** The commands sent to the tag, in order. */
function said(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => {
    const layer: unknown = Reflect.get(window, 'dataLayer');
    return Array.isArray(layer) ? layer.map((command) => [...command]) : [];
  });
}

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

const NEITHER = { analytics_storage: 'denied', ad_storage: 'denied' };

const REFUSED = [
  ['consent', 'default', DENIED],
  ['consent', 'update', NEITHER],
];

tagged.use({ settings: { ANALYTICS_ID: TAG } });

tagged(
  'a shop with a tag asks nothing of Google before a visitor agrees, grants only what they agreed to, and forgets it when they withdraw',
  async ({ page }) => {
    const asked = await google(page);
    const accept = page.getByRole('button', { name: 'Accept All' });
    const decline = page.getByRole('button', { name: 'Decline Non-Essential' });
    const tagLoaded = () => page.evaluate(() => Reflect.get(window, 'tagLoaded'));
    const cookies = () => page.evaluate(() => document.cookie);
    const setTagCookie = () =>
      page.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the tag does
        document.cookie = '_ga=GA1.1.1.1; path=/';
      });

    await test.step('nothing before an answer, nor after declining', async () => {
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await said(page)).toEqual([['consent', 'default', DENIED]]);
      await decline.click();
      await expect.poll(() => said(page)).toEqual(REFUSED);
      await page.reload();
      await expect.poll(() => said(page)).toEqual(REFUSED);
      expect(asked).toEqual([]);
    });

    await test.step('withdrawn before hydration', async () => {
      await page.evaluate(() => localStorage.setItem('cookie-consent', 'accepted'));
      await setTagCookie();
      const releaseScripts = await hold(page, '**/assets/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Cookie settings' }).click();
      await decline.click();
      releaseScripts();
      await expect.poll(cookies).not.toContain('_ga');
      expect(await said(page)).toEqual(REFUSED);
      expect(asked).toEqual([]);
      await page.evaluate(() => localStorage.clear());
      await page.unroute('**/assets/*.js');
    });

    await test.step('loaded and granted after Accept All', async () => {
      await page.goto('/');
      await accept.click();
      await expect.poll(() => asked).toHaveLength(1);
      expect(asked[0]).toContain(`id=${TAG}`);
      await expect.poll(tagLoaded).toBe(true);
      expect(await said(page)).toEqual([
        ['consent', 'default', DENIED],
        ['consent', 'update', { analytics_storage: 'granted', ad_storage: 'granted' }],
        ['js', expect.any(Date)],
        ['config', TAG],
      ]);
    });

    await test.step('the URL of an emailed link is not sent', async () => {
      asked.length = 0;
      await page.goto('/newsletter/confirm?token=secret', { waitUntil: 'networkidle' });
      await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
      await expect.poll(() => said(page)).toHaveLength(2); // only the consent, no page view
      expect(asked).toEqual([]);
    });

    await test.step('the admin asks nobody about cookies, and nothing of Google', async () => {
      await page.goto('/dev/admin');
      await tap(page.getByRole('button', { name: "Open the admin as the demo's owner" }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
      // The consent is in the data layer (two entries), but the commands that load and start the tag are not.
      await expect.poll(() => said(page)).toHaveLength(2);
      await page.evaluate(() => localStorage.removeItem('cookie-consent'));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
      await expect(banner(page)).toHaveCount(0);
      expect(asked).toEqual([]);
      await page.evaluate(() => localStorage.setItem('cookie-consent', 'accepted'));
    });

    await test.step('withdrawn in the footer', async () => {
      await page.goto('/');
      await expect.poll(() => asked).toHaveLength(1);
      await expect.poll(tagLoaded).toBe(true);
      await setTagCookie();
      await page.getByRole('button', { name: 'Cookie settings' }).click();
      await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible();
      expect((await said(page)).at(-1)).toEqual(['consent', 'update', NEITHER]);
      expect(await cookies()).not.toContain('_ga');
      await decline.click();
      await page.goto('/about', { waitUntil: 'networkidle' });
      expect(asked).toHaveLength(1);
    });
  },
);
