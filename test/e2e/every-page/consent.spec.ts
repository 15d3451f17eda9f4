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

test.use({ ownSettings: { ANALYTICS_ID: TAG } });

// All tests use one shop.
test.describe.configure({ mode: 'default' });

test.describe('a shop with a tag', () => {
  test('requests nothing of Google before the visitor has agreed, nor after declining', async ({
    page,
  }) => {
    const asked = await google(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await said(page)).toEqual([['consent', 'default', DENIED]]);
    await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
    await expect.poll(() => said(page)).toEqual(REFUSED);
    await page.reload();
    await expect.poll(() => said(page)).toEqual(REFUSED);
    expect(asked).toEqual([]);
  });

  for (const answer of ['Decline Non-Essential', null]) {
    test(`deletes its cookies when consent is withdrawn before hydration: ${answer ?? 'no answer yet'}`, async ({
      page,
    }) => {
      const asked = await google(page);
      await page.goto('/about');
      await page.evaluate(() => {
        localStorage.setItem('cookie-consent', 'accepted');
        // biome-ignore lint/suspicious/noDocumentCookie: as the tag does
        document.cookie = '_ga=GA1.1.1.1; path=/';
      });
      const releaseScripts = await hold(page, '**/assets/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Cookie settings' }).click();
      if (answer) await page.getByRole('button', { name: answer }).click();
      releaseScripts();
      await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_ga');
      expect(await said(page)).toEqual(answer ? REFUSED : REFUSED.slice(0, 1));
      expect(asked).toEqual([]);
    });
  }

  test('loads it after Accept All and grants analytics and ad storage only, also on the next visit', async ({
    page,
  }) => {
    const asked = await google(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept All' }).click();
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toContain(`id=${TAG}`);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'tagLoaded'))).toBe(true);
    expect(await said(page)).toEqual([
      ['consent', 'default', DENIED],
      ['consent', 'update', { analytics_storage: 'granted', ad_storage: 'granted' }],
      ['js', expect.any(Date)],
      ['config', TAG],
    ]);
    await page.goto('/about');
    await expect.poll(() => asked).toHaveLength(2);
  });

  test('does not send Google the URL of an emailed link', async ({ page }) => {
    await google(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept All' }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'tagLoaded'))).toBe(true);
    const asked = await google(page);
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

  test('deletes its cookies when consent is withdrawn in the footer', async ({ page }) => {
    const asked = await google(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Accept All' }).click();
    await expect.poll(() => asked).toHaveLength(1);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the tag does
      document.cookie = '_ga=GA1.1.1.1; path=/';
    });
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible();
    expect((await said(page)).at(-1)).toEqual(['consent', 'update', NEITHER]);
    expect(await page.evaluate(() => document.cookie)).not.toContain('_ga');
    await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
    await page.goto('/about', { waitUntil: 'networkidle' });
    expect(asked).toHaveLength(1);
  });
});
