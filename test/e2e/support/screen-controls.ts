import type { JSHandle, Page } from '@playwright/test';

/** A control whose centre a tap would miss, and what the tap would hit instead. */
type Covered = { place: 'header' | 'main'; control: string; by: string; byMessage: boolean };

/**
 * The links, buttons and fields of `header` and `main` whose centre lies in the window, but where a tap on the centre
 * would hit something else. Controls that have scrolled beneath a sticky part are left out, because scrolling uncovers
 * them. While a modal dialog is open, only its controls are looked at.
 */
export async function coveredControls(page: Page): Promise<Covered[]> {
  return page.evaluate((look) => look(), await coverFinder(page));
}

/** `coveredControls` as a function that stays in the page, for tests that call it many times. */
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
  });
}
