import { chromium, type Page, request } from '@playwright/test';
import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { fillOrders } from '#test/many-orders.ts';
import { findChromium } from '../setup/chromium.mjs';
import { atMost, fixed, median, type Part, range } from './report.ts';
import { openBenchShop } from './shop.ts';
import { onSlowPhone, SLOW_4G, SLOWER } from './slow-phone.ts';

const ROUNDS = 5;
const ORDERS = 2_000;

/** How long the admin's first screen takes on a slow phone that has nothing of it, until its list can be tapped. */
export async function firstScreen(): Promise<Part> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one in CHROMIUM_PATH');
  const shop = await openBenchShop('first-screen');
  const browser = await chromium.launch({ executablePath });
  const api = await request.newContext({ baseURL: shop.url });
  try {
    await fillOrders(shop.owner, ORDERS);
    const owner = await demoOwner(api);
    const visit = () =>
      onSlowPhone(browser, shop.url, {
        network: SLOW_4G,
        prepare: (context) => owner.signInto(context),
        measure: timesOf,
      });
    await visit(); // the server's own first time
    const visits = [];
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit());
    const usable = visits.map((each) => each.usableMs / 1000);
    const painted = visits.map((each) => each.paintedMs / 1000);
    return {
      title: 'The admin’s first screen on a slow phone',
      lines: [
        {
          what: 'something is painted',
          value: `${fixed(median(painted), 2)} s (${range(painted, 2)})`,
        },
        {
          what: 'Today’s list is there and a tap is handled',
          value: `${fixed(median(usable), 2)} s (${range(usable, 2)})`,
          target: atMost(Number(median(usable).toFixed(2)), 2.5, ' s'),
        },
      ],
      notes: [
        `Chromium, 390 × 844, ${ORDERS} orders, 1.6 Mbit/s and 150 ms a round trip, the processor ${SLOWER} times slower; medians of ${ROUNDS}. Wall clock: on a busy machine it tells of the neighbours.`,
      ],
    };
  } finally {
    await api.dispose();
    await browser.close();
    await shop.close();
  }
}

/** In milliseconds since the navigation began: first contentful paint, and when a line of the list stands in the page. */
async function timesOf(page: Page): Promise<{ paintedMs: number; usableMs: number }> {
  await page.addInitScript(() => {
    const usable = () => document.querySelector('main ul a[href^="/admin/orders"]');
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
