import type { Page } from '@playwright/test';

/** Holds what the page asks of these addresses on its way to the server, until it is let go. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
