import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator } from '@playwright/test';

/**
 * Taps the middle of a control, as a thumb does; with the mouse where the screen cannot be touched. Brings it into the
 * window if need be, waits until it stands still, and fails where something else lies over it.
 */
export async function tap(control: Locator): Promise<void> {
  const page = control.page();
  // A disabled control takes no tap, and says nothing; a person waits until it looks ready.
  await expect
    .poll(() => control.evaluate((element, off) => element.matches(off), OFF), `${control} is off`)
    .toBe(false);
  const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const { x, y } = await middleOf(control);
  await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

/** It is large enough for a thumb, and nothing lies over its middle. */
export async function expectTappable(control: Locator): Promise<void> {
  const { width, height } = await middleOf(control);
  // To a hundredth of a pixel: the corners of a box are floats, and their difference is not always exact.
  expect(Math.min(width, height), `${control} is large enough`).toBeGreaterThanOrEqual(43.99);
}

/** Whether a tap on its middle hits it, as it lies there now. */
export async function isHitByTap(control: Locator): Promise<boolean> {
  return (await elementAtMiddle(control)) === 'the control';
}

/** What a tap on its middle hits: 'the control', or the opening tag of what lies over it. */
function elementAtMiddle(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit) return 'nothing: it is outside the window';
    if (element.contains(hit) || hit.closest('label')?.control === element) return 'the control';
    return hit.outerHTML.slice(0, 200);
  });
}

async function middleOf(control: Locator) {
  await control.waitFor();
  let last = await control.boundingBox();
  await expect(async () => {
    const before = last;
    // Again each time: what loads meanwhile may push it out of the window, and a person scrolls after it.
    if (!(await isHitByTap(control))) {
      await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    }
    // Two looks within one frame would see anything stand still.
    await sleep(FRAMES_MS);
    last = await control.boundingBox();
    expect([last?.x, last?.y], `${control} stands still`).toEqual([before?.x, before?.y]);
    expect(await elementAtMiddle(control), 'what a tap on its middle hits').toBe('the control');
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (!last) throw new Error(`${control} is nowhere`);
  return { ...last, x: last.x + last.width / 2, y: last.y + last.height / 2 };
}

/** A button that works may be tapped again. */
const OFF = ':disabled, button[aria-disabled=true]:not([aria-busy])';

/** Some frames of the screen, in milliseconds. */
const FRAMES_MS = 50;
