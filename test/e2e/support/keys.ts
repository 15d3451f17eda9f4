import type { Page } from '@playwright/test';

/**
 * Presses keys in quick succession, as the shortcut `g o` needs. It does not wait for one press before it sends the next: on
 * a busy machine that would take longer than the pause the shortcut allows.
 */
export async function pressTogether(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
