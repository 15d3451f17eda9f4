import type { Page } from '@playwright/test';

/**
 * A message stays for as long as a test looks at it, however slow the machine; all else goes its way. Before the first
 * document of the page is opened.
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

/** The admin's messages, some with Undo. */
export const SNACKBARS = [10_000];

/** The shop's messages: of what was done, and of failures. */
export const TOASTS = [5_000, 7_000];
