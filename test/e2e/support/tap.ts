import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator } from '@playwright/test';

/**
 * Taps the middle of a control; clicks it with the mouse if the screen has no touch. Scrolls it into the window if needed,
 * waits until it no longer moves, and fails if something else covers it.
 */
export async function tap(control: Locator): Promise<void> {
  const page = control.page();
  // A tap on a disabled control does nothing. A person waits until it looks enabled.
  await expect
    .poll(() => control.evaluate((element, off) => element.matches(off), OFF), `${control} is off`)
    .toBe(false);
  const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const { x, y } = await middleOf(control);
  await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

/** The control is at least 44 pixels wide and high, and nothing covers its middle. */
export async function expectTappable(control: Locator): Promise<void> {
  const { width, height } = await middleOf(control);
  // 43.99 and not 44: the edges of a box are floats, and their difference is not always exact.
  expect(Math.min(width, height), `${control} is large enough`).toBeGreaterThanOrEqual(43.99);
}

/** Whether a tap on the control's middle would hit it now, without scrolling. */
export async function isHitByTap(control: Locator): Promise<boolean> {
  return (await elementAtMiddle(control)) === 'the control';
}

/** What a tap on the control's middle would hit: 'the control', or the HTML of what covers it. */
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
    // Checked in each round: something that loads meanwhile may push the control out of the window again.
    if (!(await isHitByTap(control))) {
      await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    }
    // Within one frame even a moving control has the same position twice.
    await sleep(FRAMES_MS);
    last = await control.boundingBox();
    expect([last?.x, last?.y], `${control} stands still`).toEqual([before?.x, before?.y]);
    expect(await elementAtMiddle(control), 'what a tap on its middle hits').toBe('the control');
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (!last) throw new Error(`${control} is nowhere`);
  return { ...last, x: last.x + last.width / 2, y: last.y + last.height / 2 };
}

/** Disabled controls. A button that is busy with an earlier tap is not among them: it may be tapped again. */
const OFF = ':disabled, button[aria-disabled=true]:not([aria-busy])';

/** Milliseconds: longer than one frame. */
const FRAMES_MS = 50;
