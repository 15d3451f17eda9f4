import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

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

/**
 * Runs `change` before the next request with this method and URL reaches the server. The page has sent the request, so
 * it cannot have seen the change.
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
 * Holds back the server's next answer from this URL. `read` resolves when the server has answered. `release()` gives the
 * answer to the page and resolves when the page has drawn the result.
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
    async release() {
      held.resolve();
      await came.promise;
      await drawn(page);
    },
  };
}

/** Waits for two frames, after which the page has drawn its present state. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Each answer of the API and of the accounts comes a second late, as on a slow network. */
export async function delayAnswers(page: Page): Promise<void> {
  await page.route(/\/(api|auth\/v1)\//, async (route) => {
    await sleep(1_000);
    await route.fallback();
  });
}
