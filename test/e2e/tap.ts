import { expect, type Locator, type Page } from '@playwright/test';

/** Taps where a thumb would, on the middle of it: what lies over it is hit in its place. */
export async function tap(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await control.boundingBox();
  if (!box) throw new Error('It has no place on the page');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}
