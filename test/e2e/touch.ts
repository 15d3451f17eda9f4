import type { Locator, Page } from '@playwright/test';
import { expect } from './shop.ts';

/** Brings it into the window as a person would and taps its centre: what covers it is noticed. */
export async function tap(control: Locator): Promise<void> {
  await expectTappable(control);
  const { x, y } = await centreOf(control);
  await control.page().mouse.click(x, y);
}

/** A tap on its centre would hit it, once it has been brought into the window. */
export async function expectTappable(control: Locator): Promise<void> {
  const isHit = async () => {
    const { x, y } = await centreOf(control);
    return isHitAt(control, x, y);
  };
  await expect.poll(isHit, { message: `a tap on the centre of ${control} hits it` }).toBe(true);
}

async function centreOf(control: Locator): Promise<{ x: number; y: number }> {
  await expect(control).toBeVisible();
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('It has no box');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function isHitAt(control: Locator, x: number, y: number): Promise<boolean> {
  return control.evaluate(
    (element, [left, top]) => element.contains(document.elementFromPoint(left, top)),
    [x, y] as const,
  );
}

/** The root font at so many per cent, as a browser's setting for larger text makes it. */
export async function setRootFont(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% }`);
    document.adoptedStyleSheets.push(sheet);
  }, percent);
}
