import type { Locator, Page } from '@playwright/test';
import { PHONE_VIEWPORT } from '#test/e2e/support/downloads.ts';
import { openHydrated } from '#test/e2e/support/shop.ts';
import { withBrowser } from './browser.ts';
import { atMost, median, type Part, spread } from './report.ts';
import { SLOWER } from './slow-phone.ts';

const ROUNDS = 5;

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
        `Chromium, 390 × 844, the browser’s own event timing in steps of 8 ms; medians of ${ROUNDS}. Wall clock time: other work on the machine changes it.`,
      ],
    };
  });
}

/** The longest of the tap's events, in milliseconds; 16 is the shortest that browsers report. */
async function waitAfterTap(page: Page, control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await control.tap();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const events: PerformanceObserverInit & { durationThreshold: number } = {
          type: 'event',
          durationThreshold: 16,
          buffered: true,
        };
        new PerformanceObserver((list) => {
          resolve(Math.max(...list.getEntries().map(({ duration }) => duration)));
        }).observe(events);
        setTimeout(resolve, 3_000, 16);
      }),
  );
}
