import type { Page } from '@playwright/test';

/** Presses one key right after the other, as for `g o`: on a busy machine their answers come after the pause that is allowed. */
export async function pressTogether(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
