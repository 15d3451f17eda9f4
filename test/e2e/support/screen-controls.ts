import type { JSHandle, Page } from '@playwright/test';

/** A control whose centre a tap would miss, and what the tap would hit instead. */
type Covered = { place: 'header' | 'main'; control: string; by: string; byMessage: boolean };

/**
 * Every link, button and field of the header and the page that lies in the window and cannot be tapped on its centre.
 * What has scrolled beneath something sticky is left out: it is scrolled free. A dialog that is open is all there is.
 */
export async function coveredControls(page: Page): Promise<Covered[]> {
  return page.evaluate((look) => look(), await coverFinder(page));
}

/** `coveredControls` as a function in the page, for those who look many times. */
export function coverFinder(page: Page): Promise<JSHandle<() => Covered[]>> {
  return page.evaluateHandle(() => () => {
    const dialog = document.querySelector('dialog:modal');
    const area = dialog ? [dialog] : [...document.querySelectorAll('header, main')];
    const controls = area.flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ]);
    return controls.flatMap((control) => {
      const usable = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!usable || control.matches(':disabled, .sr-only, [tabindex="-1"]:not([role])')) return [];
      // A link over two lines has its centre between them: the finger goes for one of its lines.
      const [box = control.getBoundingClientRect()] = control.getClientRects();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // In the last fraction of a pixel elementFromPoint() rounds to a point outside, and finds nothing.
      if (x < 0 || y < 0 || x > innerWidth - 1 || y > innerHeight - 1) return [];
      const hit = document.elementFromPoint(x, y);
      const label = control.closest('label');
      const hits = hit && (control.contains(hit) || hit.contains(control) || label?.contains(hit));
      const scrolledOut = outOfScroller(control, x, y);
      if (hits || scrolledOut || isBeneathSticky(control, hit)) return [];
      const place = control.closest('header') ? ('header' as const) : ('main' as const);
      const byMessage = Boolean(hit?.closest('#notifications'));
      return [{ place, control: nameOf(control), by: hit ? nameOf(hit) : 'nothing', byMessage }];
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

    /** In a strip or list that scrolls by itself, it lies outside of what is shown of it. */
    function outOfScroller(element: Element, x: number, y: number) {
      for (let part = element.parentElement; part; part = part.parentElement) {
        if (part === document.documentElement || part === document.body) return false;
        if (getComputedStyle(part).overflow === 'visible') continue;
        const box = part.getBoundingClientRect();
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
      }
      return false;
    }
  });
}
