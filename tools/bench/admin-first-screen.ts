import { type Page, request } from '@playwright/test';
import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { fillOrders } from '#test/many-orders.ts';
import { withBrowser } from './browser.ts';
import { afterWarmUp, atMost, median, type Part, spread } from './report.ts';
import { onSlowPhone, SLOW_4G, SLOWER } from './slow-phone.ts';

const ROUNDS = 5;
const ORDERS = 2_000;

/** How long the admin's first screen takes on a slow phone that has nothing of it, until its list can be tapped. */
export async function adminFirstScreen(): Promise<Part> {
  return withBrowser('admin-first-screen', async (browser, shop) => {
    const api = await request.newContext({ baseURL: shop.url });
    try {
      await fillOrders(shop.owner, ORDERS);
      const owner = await demoOwner(api);
      const visits = await afterWarmUp(ROUNDS, () =>
        onSlowPhone(browser, shop.url, {
          network: SLOW_4G,
          prepare: (context) => owner.signInto(context),
          measure: timesOf,
        }),
      );
      const usable = visits.map((each) => each.usableMs / 1000);
      const painted = visits.map((each) => each.paintedMs / 1000);
      return {
        title: 'The admin’s first screen on a slow phone',
        lines: [
          { what: 'something is painted', value: spread(painted, 2, ' s') },
          {
            what: 'Today’s list is there and a tap is handled',
            value: spread(usable, 2, ' s'),
            target: atMost(Number(median(usable).toFixed(2)), 2.5, ' s'),
          },
        ],
        notes: [
          `Chromium, 390 × 844, ${ORDERS} orders, 1.6 Mbit/s and 150 ms a round trip, the processor ${SLOWER} times slower; medians of ${ROUNDS}. Wall clock time: other work on the machine changes it.`,
        ],
      };
    } finally {
      await api.dispose();
    }
  });
}

/** In milliseconds since the navigation began: first contentful paint, and when a line of the list stands in the page. */
async function timesOf(page: Page): Promise<{ paintedMs: number; usableMs: number }> {
  await page.addInitScript(() => {
    // A line of the list; the navigation links to the same screens, and is there earlier.
    const usable = () => document.querySelector('section[aria-labelledby="today"] li a');
    const observer = new MutationObserver(() => {
      if (!usable()) return;
      observer.disconnect();
      // After the frame that shows it: React has its listeners from the start.
      requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/admin', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  return page.evaluate(() => ({
    paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    usableMs: performance.getEntriesByName('usable')[0]?.startTime ?? 0,
  }));
}
