import axe from 'axe-core';
import { expect, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** The page breaks no rule of WCAG 2.2 AA that axe can check in a part of a page. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // What only a whole document has.
    rules: {
      bypass: { enabled: false },
      'document-title': { enabled: false },
      'html-has-lang': { enabled: false },
      'landmark-one-main': { enabled: false },
      'page-has-heading-one': { enabled: false },
      region: { enabled: false },
    },
    resultTypes: ['violations'],
  });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([]);
}

/** Each of the texts can be seen in the part. */
export async function expectVisible(
  part: Pick<Locator, 'getByText'>,
  ...texts: (string | RegExp)[]
): Promise<void> {
  for (const text of texts) await expect.element(part.getByText(text)).toBeVisible();
}

/** Gives the page a window of this size until the test ends. */
export async function resizeTo(width: number, height: number): Promise<void> {
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
}

/** The page is no wider than its window. */
export async function expectNoOverflow(): Promise<void> {
  const root = document.documentElement;
  await expect.poll(() => root.scrollWidth - root.clientWidth).toBeLessThanOrEqual(0);
}

/** A tap on the part's middle hits it, without scrolling. */
export async function expectHitByTap(part: Locator): Promise<void> {
  const hit = () => {
    const element = part.element();
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await expect.poll(hit, { message: `${part.selector} is hit` }).toBe(true);
}

/** For the page's scripts the screen is one that is touched. `open` and `openAccount` put it back after the test. */
export function onTouchScreen(): void {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query.replace('(pointer: coarse)', 'all')),
  );
}
