import { expect, type Locator } from '@playwright/test';

/**
 * Taps the middle of a control, as a thumb does; with the mouse where the screen cannot be touched. Brings it into the
 * window if need be, waits until it stands still, and fails where something else lies over it.
 */
export async function tap(control: Locator): Promise<void> {
  const { x, y } = await middleOf(control);
  const page = control.page();
  const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

/** It is large enough for a thumb, and nothing lies over its middle. */
export async function expectTappable(control: Locator): Promise<void> {
  const { width, height } = await middleOf(control);
  // To a hundredth of a pixel: the corners of a box are floats, and their difference is not always exact.
  expect(Math.min(width, height), `${control} is large enough`).toBeGreaterThanOrEqual(43.99);
}

/** Whether a tap on its middle hits it, as it lies there now. */
export function isHitByTap(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  });
}

async function middleOf(control: Locator) {
  await control.waitFor();
  if (!(await isHitByTap(control))) {
    await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  }
  let last = await control.boundingBox();
  await expect(async () => {
    const before = last;
    last = await control.boundingBox();
    expect([last?.x, last?.y], `${control} stands still`).toEqual([before?.x, before?.y]);
    expect(await isHitByTap(control), `a tap on the middle of ${control} hits it`).toBe(true);
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (!last) throw new Error(`${control} is nowhere`);
  return { ...last, x: last.x + last.width / 2, y: last.y + last.height / 2 };
}
