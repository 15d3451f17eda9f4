import type { Page } from '@playwright/test';

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
