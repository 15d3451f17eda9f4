import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** A phone of today; for `test.use`. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Somebody who has been here before, and has answered the question about cookies. */
export async function answerCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window.top === window && window.location.protocol !== 'about:')
      window.localStorage.setItem('cookie-consent', 'declined');
  });
}

/**
 * Taps the middle of a control, as a thumb does: what lies over it there takes the tap instead. Scrolls to it first
 * if need be, and waits until it has stopped moving.
 */
export async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  let before = await target.boundingBox();
  await expect(async () => {
    const now = await target.boundingBox();
    const rests = now !== null && before !== null && now.x === before.x && now.y === before.y;
    before = now;
    expect(rests, 'it stands still').toBe(true);
  }).toPass({ intervals: [50] });
  if (!before) throw new Error(`${target} is nowhere`);
  await target.page().touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2);
}

/** Letters of this size throughout, as a person sets them who cannot read small ones; 100 is the usual. */
export async function setLetters(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** The names of the buttons and links in the main part that ask to be pressed first, by their colour. */
export async function primaryButtons(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.backgroundColor = 'var(--color-petal)';
    const petal = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return [...main.querySelectorAll<HTMLElement>('button, a')]
      .filter((button) => button.checkVisibility() && !button.matches(':disabled'))
      .filter((button) => getComputedStyle(button).backgroundColor === petal)
      .map((button) => button.textContent.trim());
  });
}

/** It is large enough for a thumb, and nothing lies over its middle. */
export async function expectTappable(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  // To a hundredth of a pixel: the corners of a box are floats, and their difference is not always exact.
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43.99);
  const isFree = () =>
    control.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isFree, { message: 'nothing lies over it' }).toBe(true);
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

/** Nothing it holds is wider than itself. */
export async function expectInOwnBox(part: Locator): Promise<void> {
  const [content, own] = await part.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  expect(content).toBeLessThanOrEqual(own ?? 0);
}
