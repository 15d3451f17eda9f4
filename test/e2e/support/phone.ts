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
 * Sets the root font to so many per cent of 16 px, as reading modes and extensions for larger text do. Holds until the
 * next document.
 */
export async function setRootFont(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** The names of the buttons and links in the main part that ask to be pressed first, by their colour. */
export async function primaryButtons(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.backgroundColor = 'var(--color-primary)';
    const primary = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return [...main.querySelectorAll<HTMLElement>('button, a')]
      .filter(
        (button) =>
          button.checkVisibility() && !button.matches(':disabled, button[aria-disabled=true]'),
      )
      .filter((button) => getComputedStyle(button).backgroundColor === primary)
      .map((button) => button.textContent.trim());
  });
}

/** Nothing inside of it sticks out of the window at the side, once its fonts are there. */
export async function expectInside(part: Locator): Promise<void> {
  const outside = () =>
    part.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter(
          (inner) => inner.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        )
        .map((inner) => `${inner.tagName} ${inner.textContent?.slice(0, 40)}`),
    );
  await expect.poll(outside).toEqual([]);
}

/** Nothing it holds is wider than itself. */
export async function expectInOwnBox(part: Locator): Promise<void> {
  const [content, own] = await part.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  expect(content).toBeLessThanOrEqual(own ?? 0);
}

/** On how many lines these words stand, which are in one piece of text inside of it. */
export function linesOf(part: Locator, words: string): Promise<number> {
  return part.evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const start = (text.nodeValue ?? '').replaceAll('\u00a0', ' ').indexOf(words);
      if (start < 0 || !text.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + words.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }
    return 0;
  }, words);
}
