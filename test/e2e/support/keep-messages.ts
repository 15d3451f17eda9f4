import type { Page } from '@playwright/test';

/**
 * Messages of the app stay until the test closes them, however slow the machine is; other timers run normally. Call it
 * before the page opens its first document.
 *
 * @param durations How long the app shows its messages, in milliseconds.
 */
export async function keepMessages(page: Page, durations: number[]): Promise<void> {
  await page.addInitScript((durations) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (begin, self, [work, ms, ...rest]) =>
        durations.includes(ms) ? 0 : Reflect.apply(begin, self, [work, ms, ...rest]),
    });
  }, durations);
}

/** Durations of the admin's messages. */
export const SNACKBARS = [10_000];

/** Durations of the shop's messages: success, failure. */
export const TOASTS = [5_000, 7_000];
