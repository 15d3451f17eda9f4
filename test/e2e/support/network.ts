import type { Page } from '@playwright/test';
import { expect } from './shop.ts';

/** Takes the network away from the page, and returns when its requests fail. */
export function disconnect(page: Page): Promise<void> {
  return setConnected(page, false);
}

/** Gives the network back to the page, and returns when its requests are answered. */
export function reconnect(page: Page): Promise<void> {
  return setConnected(page, true);
}

/**
 * Chromium takes the setting and the page's requests by two ways that do not wait for each other: on a busy machine a
 * request that was made after `setOffline` has been answered.
 */
async function setConnected(page: Page, connected: boolean) {
  await page.context().setOffline(!connected);
  const isAnswered = () =>
    page.evaluate(() =>
      fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(isAnswered).toBe(connected);
}

/** What the page sends to an address reaches the server, and no answer comes back; until `page.unroute`. */
export const loseAnswers = (page: Page, url: string) =>
  page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.abort();
  });
