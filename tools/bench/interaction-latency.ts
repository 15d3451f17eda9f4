import type { Locator, Page } from '@playwright/test';
import { PHONE_VIEWPORT } from '#test/e2e/support/downloads.ts';
import { openHydrated } from '#test/e2e/support/shop.ts';
import { withBrowser } from './browser.ts';
import { atMost, median, type Part, spread } from './report.ts';
import { SLOWER } from './slow-phone.ts';

const ROUNDS = 5;

/** Between a scroll and the tap, in milliseconds: a finger that scrolled does not tap within the scroll's last frame. */
const PAUSE_MS = 1_000;

type Tap = { what: string; path: string; on: (page: Page) => Locator };

const TAPS: Tap[] = [
  { what: 'menu', path: '/', on: (page) => page.getByRole('button', { name: 'Menu' }) },
  { what: 'filter', path: '/shop', on: (page) => page.getByRole('button', { name: /^Filter/ }) },
  {
    what: 'quantity',
    path: '/product/1',
    on: (page) => page.getByRole('button', { name: 'Increase quantity' }).first(),
  },
  { what: 'tab', path: '/product/1', on: (page) => page.getByRole('tab').last() },
];

/** How long a tap waits for the next paint (INP) on a hydrated page. */
export async function interactionLatency(): Promise<Part> {
  return withBrowser('interaction-latency', async (browser, shop) => {
    const lines = [];
    for (const { what, path, on } of TAPS) {
      const waits: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const context = await browser.newContext({
          ...PHONE_VIEWPORT,
          hasTouch: true,
          baseURL: shop.url,
        });
        const page = await context.newPage();
        await openHydrated(page, path);
        waits.push(await waitAfterTap(page, on(page)));
        await context.close();
      }
      lines.push({
        what: `${what}, on ${path}`,
        value: spread(waits, 0, ' ms'),
        target: atMost(median(waits), 100, ' ms'),
      });
    }
    return {
      title: `From a tap to the next paint, with a processor ${SLOWER} times slower`,
      lines,
      notes: [
        `Chromium, 390 × 844, the browser’s own event timing in steps of 8 ms, a second after the control was scrolled to; medians of ${ROUNDS}. Wall clock time: other work on the machine changes it.`,
      ],
    };
  });
}

/**
 * The longest of the tap's events in milliseconds, as INP has it: only those with an `interactionId`, not the mouse
 * events that a browser makes up while a page loads. Touches the screen at a point: `Locator.tap` runs scripts of its
 * own in the page, which the slow processor would have to run before the page's.
 */
async function waitAfterTap(page: Page, control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded();
  await page.waitForTimeout(PAUSE_MS);
  const box = await control.boundingBox();
  if (!box) throw new Error('What is to be tapped is not shown');
  const longest = await page.evaluateHandle(
    ([SHORTEST_MS, LAST_EVENT_MS]) => {
      const waits: number[] = [SHORTEST_MS];
      const events: PerformanceObserverInit & { durationThreshold: number } = {
        type: 'event',
        durationThreshold: SHORTEST_MS,
      };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry instanceof PerformanceEventTiming && entry.interactionId)
            waits.push(entry.duration);
      }).observe(events);
      return () =>
        new Promise<number>((resolve) =>
          setTimeout(() => resolve(Math.max(...waits)), LAST_EVENT_MS),
        );
    },
    [16, 3_000] as const,
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return longest.evaluate((wait) => wait());
}
