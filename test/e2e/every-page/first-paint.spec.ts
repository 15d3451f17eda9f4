import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { PHONE_VIEWPORT, responseSize } from '#test/e2e/support/downloads.ts';
import { disconnect, hold, reconnect } from '#test/e2e/support/network.ts';
import { forEach } from '#test/e2e/support/pages.ts';
import { observeShifts } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, showAtRest, test } from '#test/e2e/support/shop.ts';

const PAGES = ['/', '/shop', '/product/1', '/about', '/contact'];
test('every page fits the network’s first window, is drawn without its whole style sheet as with it, and stays where it is when its fonts come late and when it hydrates', async ({
  browser,
  baseURL,
  request,
}) => {
  for (const picture of ['site/hero-tall-570', 'products/1-pack-640', 'site/about-farm-640']) {
    expect(
      responseSize(await request.get(`/pictures/${picture}.avif`)),
      picture,
    ).toBeLessThanOrEqual(14_600);
  }

  await forEach(PAGES, async (path) => {
    const html = await (await request.get(path)).text();
    const style = html.match(/<style>(.*?)<\/style>/s)?.[1] ?? '';
    expect(style).toContain('@font-face');
    expect(gzipSync(style).byteLength).toBeLessThan(12_000);
    const seen = html.replace(/<noscript>.*?<\/noscript>/gs, '');
    expect(seen, 'no style sheet is waited for').not.toContain('rel="stylesheet"');
    expect(html, 'its second part is').toContain('blocking="render"');
    for (const size of [PHONE_VIEWPORT, { viewport: { width: 1280, height: 800 } }]) {
      const drawn = await browser.newPage(size);
      await drawn.addInitScript(() => {
        window.requestIdleCallback = () => 0; // never idle: the page stays as it was first painted
      });
      await drawn.goto(baseURL + path);
      await showAtRest(drawn);
      const before = await styles(drawn);
      await addStyleSheet(drawn);
      expect(await styles(drawn), `at ${size.viewport.width} px`).toEqual(before);
      await drawn.close();
    }
    const first = await browser.newPage(PHONE_VIEWPORT);
    const shiftOfFonts = await observeShifts(first);
    const release = await hold(first, /\.woff2$/);
    await first.goto(baseURL + path, { waitUntil: 'domcontentloaded' });
    await first.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    release();
    expect(await first.evaluate(async () => (await document.fonts.ready).size)).toBeGreaterThan(0);
    await first.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    // A button may move by the few pixels by which the one beside it grows. No text may break differently.
    expect(await shiftOfFonts()).toBeLessThan(0.002);
    await first.close();

    // Ten segments of 1460 bytes, as one round trip carries (RFC 6928). The best compression follows the second request.
    // 230 bytes more than that: the headers counted here, 940 bytes of HTTP/1.1, are a quarter smaller in HTTP/2.
    await expect
      .poll(async () =>
        responseSize(await request.get(path, { headers: { 'accept-encoding': 'br' } })),
      )
      .toBeLessThanOrEqual(14_830);

    const context = await browser.newContext(PHONE_VIEWPORT);
    const page = await context.newPage();
    const shiftOf = await observeShifts(page);
    const scripts: number[] = [];
    page.on('requestfinished', (asked) => {
      if (asked.url().endsWith('.js')) scripts.push(asked.timing().startTime);
    });
    await openHydrated(page, baseURL + path);
    await page.waitForTimeout(500);
    // A late font may move a word by half a pixel. Nothing else may move.
    expect(await shiftOf()).toBeLessThan(0.001);
    const painted = await page.evaluate(
      () =>
        performance.timeOrigin +
        (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    expect(Math.min(...scripts), 'scripts after the first paint').toBeGreaterThan(painted);
    await context.close();
  });
});

test('a pointer on a link loads its page before it is opened, and without a network loses nothing of the open one', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Do you wrap gifts?');
  await disconnect(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).hover();
  await page.waitForTimeout(500);
  await reconnect(page);
  await expect(message).toHaveValue('Do you wrap gifts?');

  await openHydrated(page, '/shop');
  const card = page.getByRole('link', { name: 'View Details of Premium Blue Tea Pack' });
  const script = page.waitForResponse('**/assets/product-page-*.js');
  const data = page.waitForResponse('**/product/2.data*');
  await card.hover();
  await (await script).finished();
  await (await data).finished();
  await expect(page).toHaveURL('/shop');
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Blue Tea Pack');
});

/** Each element of the page with the properties that a missing CSS rule would change. All four hundred take a minute. */
async function styles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = ['display', 'position', 'width', 'height', 'margin', 'opacity', 'color', 'font'];
    const drawn = [...names, 'background', 'border', 'border-radius', 'box-shadow', 'object-fit'];
    return [...document.querySelectorAll('body, body *')].map((element) => {
      const style = getComputedStyle(element);
      const values = drawn.map((name) => `${name}:${style.getPropertyValue(name)}`);
      return `${element.tagName}.${element.className} ${values.join(';')}`;
    });
  });
}

async function addStyleSheet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const link = document.querySelector<HTMLLinkElement>('link[rel=later]');
        if (!link) throw new Error('The style sheet was not waiting');
        link.onload = resolve;
        link.rel = 'stylesheet';
      }),
  );
}
