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

/** Adds up the layout shifts of the pages that are opened from now on. Returns a function that reads the sum. */
export async function observeShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value);
      document.documentElement.setAttribute('shift', String(shift));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => Number((await page.locator('html').getAttribute('shift')) ?? 0);
}

/**
 * The links, buttons and fields of `header` and `main` whose centre lies in the window, but where a tap on the centre
 * would hit something else, and what. Controls that have scrolled beneath a sticky part are left out, because scrolling
 * uncovers them. While a modal dialog is open, only its controls are looked at.
 */
export function coveredControls(page: Page, within = 'header, main'): Promise<string[]> {
  return page.evaluate((within) => {
    const dialog = document.querySelector('dialog:modal');
    const area = dialog ? [dialog] : [...document.querySelectorAll(within)];
    const controls = area.flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ]);
    return controls.flatMap((control) => {
      const usable = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!usable || control.matches(':disabled, .sr-only, [tabindex="-1"]:not([role])')) return [];
      // The centre of a link that runs over two lines may lie outside of both. So its first line counts.
      const [box = control.getBoundingClientRect()] = control.getClientRects();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // In the last fraction of a pixel elementFromPoint() rounds to a point outside of the window and finds nothing.
      if (x < 0 || y < 0 || x > innerWidth - 1 || y > innerHeight - 1) return [];
      const hit = document.elementFromPoint(x, y);
      const label = control.closest('label');
      const hits = hit && (control.contains(hit) || hit.contains(control) || label?.contains(hit));
      const scrolledOut = outOfScroller(control, x, y);
      if (hits || scrolledOut || isBeneathSticky(control, hit)) return [];
      return [`${nameOf(control)} under ${hit ? nameOf(hit) : 'nothing'}`];
    });

    function nameOf(element: Element) {
      const words = element.ariaLabel ?? element.textContent?.trim() ?? '';
      return `${element.tagName} ${words.slice(0, 40)}`;
    }

    function isBeneathSticky(control: Element, hit: Element | null) {
      for (let part = hit; part && !part.contains(control); part = part.parentElement) {
        if (getComputedStyle(part).position === 'sticky') return true;
      }
      return false;
    }

    /** Whether the point lies in the part of a scrolling strip or list that is scrolled out of sight. */
    function outOfScroller(element: Element, x: number, y: number) {
      for (let part = element.parentElement; part; part = part.parentElement) {
        if (part === document.documentElement || part === document.body) return false;
        if (getComputedStyle(part).overflow === 'visible') continue;
        const box = part.getBoundingClientRect();
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
      }
      return false;
    }
  }, within);
}
