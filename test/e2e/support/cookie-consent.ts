import type { BrowserContext, Page } from '@playwright/test';

/** Visits as somebody who has declined cookies before: no banner is shown. From the next document on. */
export async function declineCookies(visitor: BrowserContext | Page): Promise<void> {
  await visitor.addInitScript(() => {
    // A tab that has not been anywhere yet has no storage, and a frame may belong to another site.
    if (window.location.protocol === 'about:' || window.top !== window) return;
    window.localStorage.setItem('cookie-consent', 'declined');
  });
}
