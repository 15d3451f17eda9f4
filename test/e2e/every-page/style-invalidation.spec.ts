import type { Browser, Page } from '@playwright/test';
import { forEach } from '#test/e2e/support/each-page.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

test.use({ viewport: { width: 390, height: 844 } });

/**
 * A selector as `html:has(.bar) a` made it 66 on a product's page: 10 ms for each file that was preloaded, on a phone.
 * Now it is the root with its pseudo-elements.
 */
const MOST_ELEMENTS = 10;

test('one new element in a page’s document restyles no other', async ({ browser, page }) => {
  await forEach(['/', '/shop', '/product/1', '/about', '/auth', '/contact'], async (path) => {
    await openHydrated(page, path);
    expect(await restyledByNewElement(browser, page)).toBeLessThanOrEqual(MOST_ELEMENTS);
  });
});

/** The most elements that the browser styled at once after one was added to the document's head. */
async function restyledByNewElement(browser: Browser, page: Page): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(async () => {
    document.head.append(document.createElement('meta'));
    for (let frame = 0; frame < 3; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const trace: { traceEvents: { name: string; args: { elementCount?: number } }[] } = JSON.parse(
    String(await browser.stopTracing()),
  );
  const counts = trace.traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  expect(counts.length, 'the root was styled again').toBeGreaterThan(0);
  return Math.max(...counts.map(({ args }) => args.elementCount ?? 0));
}
