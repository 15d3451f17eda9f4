import type { Page } from '@playwright/test';

/** Holds what the page asks of these addresses on its way to the server, until it is let go. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Keeps the page waiting for this address. The requests must be aborted before the test ends: Chromium sends those that are
 * still paused when their page closes, and the next test would find what they changed.
 *
 * @returns aborts them.
 */
export async function stall(page: Page, url: string): Promise<() => Promise<void>> {
  const stop = Promise.withResolvers<void>();
  const aborted: Promise<void>[] = [];
  await page.route(url, (route) => {
    const end = stop.promise.then(() => route.abort());
    aborted.push(end);
    return end;
  });
  return async () => {
    stop.resolve();
    await Promise.all(aborted);
  };
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

/**
 * Holds the server's next answer to this address: `read` resolves when the server has given it, `letGo` when the page has
 * it and has drawn what it makes of it.
 */
export async function holdAnswer(page: Page, url: string | RegExp) {
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const came = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      const answer = await route.fetch();
      read.resolve();
      await held.promise;
      await route.fulfill({ response: answer });
      came.resolve();
    },
    { times: 1 },
  );
  return {
    read: read.promise,
    async letGo() {
      held.resolve();
      await came.promise;
      await drawn(page);
    },
  };
}

/** Waits until the page has drawn what it knows. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
