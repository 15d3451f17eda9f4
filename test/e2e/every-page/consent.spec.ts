import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect } from '#test/e2e/support/shop.ts';

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

test.use({ settings: { ANALYTICS_ID: TAG } });

test('a shop with a tag asks nothing of Google before a visitor agrees, grants only what they agreed to, and forgets it when they withdraw', async ({
  page,
}) => {
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

  for (const answer of [decline, null]) {
    await test.step(`withdrawn before hydration, ${answer ? 'declined' : 'no answer yet'}`, async () => {
      await page.evaluate(() => localStorage.setItem('cookie-consent', 'accepted'));
      await setTagCookie();
      const releaseScripts = await hold(page, '**/assets/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Cookie settings' }).click();
      await answer?.click();
      releaseScripts();
      await expect.poll(cookies).not.toContain('_ga');
      expect(await said(page)).toEqual(answer ? REFUSED : REFUSED.slice(0, 1));
      expect(asked).toEqual([]);
      await page.unroute('**/assets/*.js');
    });
  }

  await test.step('loaded and granted after Accept All, also on the next visit', async () => {
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
    await page.goto('/about');
    await expect.poll(() => asked).toHaveLength(2);
    await expect.poll(tagLoaded).toBe(true);
  });

  await test.step('the URL of an emailed link is not sent', async () => {
    asked.length = 0;
    for (const link of [
      '/reset-password?token_hash=secret&type=recovery',
      '/newsletter/confirm?token=secret',
      '/newsletter/unsubscribe?key=secret',
    ]) {
      await page.goto(link, { waitUntil: 'networkidle' });
      await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
      await expect.poll(() => said(page)).toHaveLength(2); // only the consent, no page view
      expect(asked).toEqual([]);
    }
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
});
