import type { Locator, Page } from '@playwright/test';
import { expect } from './shop.ts';

/** A phone in the hand: taps go to a point, and whatever lies on top there gets them. */
export const HAND = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The phone's owner has chosen about cookies before. */
export async function chooseCookies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.location.protocol !== 'about:') {
      window.localStorage.setItem('cookie-consent', 'declined');
    }
  });
}

/** Taps the middle of it, as a thumb would, once it stands there. */
export async function tap(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('It is not on the page');
  await control.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** It is large enough for a thumb, and nothing lies over its middle. */
export async function expectTappable(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const free = await control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(free, 'nothing lies over it').toBe(true);
}

/** Letters at so many percent of their size, as somebody who reads badly sets them in the browser. */
export async function enlargeLetters(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html:root { font-size: ${size}% }`);
    document.adoptedStyleSheets = [sheet];
  }, percent);
}

/** Nothing inside of it sticks out of the window at the side. */
export async function expectInside(part: Locator): Promise<void> {
  const outside = await part.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter(
        (inner) => inner.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
      )
      .map((inner) => `${inner.tagName} ${inner.textContent?.slice(0, 40)}`),
  );
  expect(outside).toEqual([]);
}
