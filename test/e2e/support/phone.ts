import { expect, type Locator, type Page } from '@playwright/test';

/** A common phone with a touch screen; for `test.use`. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/**
 * Sets the root font size to `percent` of 16 px, as reading modes and extensions for larger text do. Lasts until the next
 * document.
 */
export async function setRootFont(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** The texts of the enabled buttons and links in `main` that have the colour of the primary button. */
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

/** Neither the part nor anything in it extends beyond the right edge of the window. Polls, because fonts may come late. */
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

/** The part's content is not wider than the part. */
export async function expectInOwnBox(part: Locator): Promise<void> {
  const [content, own] = await part.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  expect(content).toBeLessThanOrEqual(own ?? 0);
}

/** Over how many lines these words run; 0 if they are not visible. They must lie within one text node of the part. */
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
