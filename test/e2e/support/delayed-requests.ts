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

/**
 * Lets `change` happen while the next request of this kind is on its way to the server: after all that the page could
 * read before it asked.
 */
export async function changeBeforeRequest(
  page: Page,
  method: string,
  url: string,
  change: () => Promise<unknown>,
): Promise<void> {
  let changed: Promise<unknown> | undefined;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    changed ??= change();
    await changed;
    await route.continue();
  });
}
