import type { Page } from '@playwright/test';
import { expect } from './shop.ts';

/** Cuts the page's network off; returns when its requests fail. */
export function disconnect(page: Page): Promise<void> {
  return setConnected(page, false);
}

/** Restores the page's network; returns when its requests are answered. */
export function reconnect(page: Page): Promise<void> {
  return setConnected(page, true);
}

/**
 * Waits until the setting is in effect. Chromium applies it independently of the page's requests: on a busy machine a
 * request that was made after `setOffline` was still answered.
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

/** Requests that change something reach the server at this URL, but the page gets no answer, until `page.unroute`. */
export const loseAnswers = (page: Page, url: string) =>
  page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.abort();
  });
