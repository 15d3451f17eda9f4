import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { coverFinder } from '#test/e2e/support/screen-controls.ts';
import { OPEN, privateScreens } from '#test/e2e/support/screens.ts';
import { expect, openHydrated, stopClock, test } from '#test/e2e/support/shop.ts';
import { expectTappable } from '#test/e2e/support/tap.ts';

const PHONE = { width: 390, height: 844 };
/** A phone, the same phone with its keyboard open, the smallest phone, and a laptop. */
const WINDOWS = [
  PHONE,
  { width: 390, height: 480 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
];

test.use({ viewport: PHONE });

test.beforeEach(({ page }) => declineCookies(page));

/** Shows a long message in the gallery, and opens another screen without a new document, so that the message stays. */
async function openWith(page: Page, path: string) {
  await goTo(page, '/dev/gallery');
  const gallery = page.getByRole('heading', { level: 1, name: 'Gallery' });
  await expect(gallery).toBeVisible();
  await page.getByRole('button', { name: 'Show another failure' }).press('Enter');
  await expect(message(page)).toBeVisible();
  await goTo(page, path);
  await expect(gallery).toBeHidden();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // Its script has loaded and placed it.
  await expect(page.locator('#notifications')).toHaveAttribute('style', /top/);
}

/** Opens a path as Back and Forward do, because no page has links to all screens. */
async function goTo(page: Page, path: string) {
  await page.evaluate((path) => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

function message(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast');
}

/**
 * At every scroll position each control can be tapped on its centre, and the message is completely visible. If a form fills
 * the whole window, the message covers the header; controls that it covers below the header can be uncovered by scrolling.
 */
async function expectNothingCovered(page: Page, path: string) {
  const faults = await page.evaluate(
    async (look) => {
      const height = document.documentElement.scrollHeight - innerHeight;
      const faults: string[] = [];
      for (let y = 0; y <= height; y += Math.max(170, height / 6)) {
        const covered = await coveredAt(y);
        if (y === 0) faults.push(...covered.map((control) => `${control} can be scrolled free`));
        const box = document.querySelector('#notifications .toast')?.getBoundingClientRect();
        const whole =
          box &&
          box.left >= 0 &&
          box.top >= 0 &&
          box.bottom <= innerHeight &&
          box.right <= innerWidth;
        if (!whole) faults.push(`the message is whole at ${y}`);
        if (y === 0 || covered.length === 0) continue;
        const stillCovered = await coveredAt(Math.max(0, y - 140));
        for (const control of covered.filter((name) => stillCovered.includes(name))) {
          faults.push(`${control} at ${y} can be scrolled free`);
        }
      }
      return faults;

      /** The controls that the message covers at this scroll position, a few frames later, when it has moved to its place. */
      async function coveredAt(y: number): Promise<string[]> {
        window.scrollTo({ top: y, behavior: 'instant' });
        let covered: string[] = [];
        for (let frame = 0; frame < 6; frame += 1) {
          await new Promise(requestAnimationFrame);
          covered = look()
            .filter(({ place, byMessage }) => place === 'main' && byMessage)
            .map(({ control }) => control);
          if (covered.length === 0) break;
        }
        return covered;
      }
    },
    await coverFinder(page),
  );
  expect(faults, path).toEqual([]);
}

test('a long message covers no control of any page', async ({ page, browser, signedInShopper }) => {
  // Signed in, the pages of /auth lead away.
  const guest = await (await browser.newContext({ viewport: PHONE })).newPage();
  await declineCookies(guest);
  const isForGuests = (path: string) => path.startsWith('/auth');
  const open = Object.keys(OPEN).filter((path) => path !== '/nowhere'); // a separate document
  for (const [visitor, paths] of [
    [guest, [...open.filter(isForGuests), '/auth?tab=sign-up']],
    [
      page,
      [...open.filter((path) => !isForGuests(path)), ...(await privateScreens(signedInShopper))],
    ],
  ] as const) {
    await keepMessages(visitor, TOASTS);
    await openHydrated(visitor, '/dev/gallery');
    await forEach(paths, async (path, rule) => {
      await openWith(visitor, path);
      for (const window of WINDOWS) {
        await visitor.setViewportSize(window);
        await rule(`${window.width} × ${window.height}`, () => expectNothingCovered(visitor, path));
      }
    });
  }
  await guest.context().close();
});

test('a first message is seen where it stays, not before, but after a second at the latest; one with a link stays on its page', async ({
  page,
}) => {
  await page.clock.install();
  const release = await hold(page, '**/toast-position*');
  await openHydrated(page, '/dev/gallery');
  await stopClock(page);
  await page.getByRole('button', { name: 'Show a failure' }).press('Enter');
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect(region).toHaveText(/\S/); // screen readers announce it
  await expect(message(page)).toHaveCount(0);
  await page.clock.fastForward(1_000);
  await expect(message(page)).toHaveCSS('opacity', '1');
  release();
  await expect(page.locator('#notifications')).toHaveAttribute('style', /top/);

  // However slowly its link is tapped; on the next page it ends.
  await page.getByRole('button', { name: 'Show a toast' }).press('Enter');
  await page.clock.fastForward(60_000);
  await expectTappable(message(page).getByRole('link', { name: 'View cart' }));
  await goTo(page, '/about');
  await expect(page.getByRole('heading', { level: 1, name: 'Our Story' })).toBeVisible();
  await page.clock.fastForward(5_100);
  await expect(message(page)).toBeHidden();
});
