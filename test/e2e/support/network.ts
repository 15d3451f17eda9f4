import { expect, type Page } from '@playwright/test';

/**
 * Holds the page's requests to these URLs back before they reach the server.
 *
 * @returns sends them on, and those that follow.
 */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

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
