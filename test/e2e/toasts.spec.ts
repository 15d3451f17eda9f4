import type { Page } from '@playwright/test';
import { coveredControls } from './screen-controls.ts';
import { OPEN, privateScreens } from './screens.ts';
import { expect, openAlive, test } from './shop.ts';
import { expectTappable } from './tap.ts';

const PHONE = { width: 390, height: 844 };
/** The same phone while its keyboard is open, the smallest one there is, and a laptop. */
const WINDOWS = [
  PHONE,
  { width: 390, height: 480 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
];

/** What stands there, by the gallery's buttons that show it: a message with a way on, and a long one. */
const STATES = ['Show a toast', 'Show another failure'];

test.use({ viewport: PHONE });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('cookie-consent', 'declined');
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
});

/** Opens a screen with a message that has just appeared: time stands still, and goes on as it is told. */
async function openWith(page: Page, path: string, name: string) {
  await openAlive(page, '/dev/gallery');
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
  await page.getByRole('button', { name, exact: true }).press('Enter');
  await expect(message(page)).toBeVisible();
  const left = page.getByRole('heading', { level: 1, name: 'Gallery' });
  await page.evaluate((path) => {
    // The framework's own, because a link to each screen stands nowhere.
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter');
    if (router && typeof router === 'object' && 'navigate' in router) {
      if (typeof router.navigate === 'function') void router.navigate(path);
    }
  }, path);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(left).toBeHidden({ timeout: 100 });
    await expect(page.locator('main h1')).toBeVisible({ timeout: 100 });
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: 100 });
    // The script that places it has come.
    await expect(page.locator('#notifications')).toHaveAttribute('style', /top/, { timeout: 100 });
  }).toPass({ intervals: [50] });
}

function message(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast');
}

/**
 * Wherever the page is scrolled to, each of its controls can be tapped on its centre. In a window that a form fills to
 * the brim the message stands over the header: what it hides below that comes free by scrolling, as with the header.
 */
async function expectNothingCovered(page: Page, path: string) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (let y = 0; y <= height; y += Math.max(170, height / 6)) {
    await test.step(`${path} scrolled by ${Math.round(y)}`, async () => {
      const hidden = await coveredAt(page, y);
      for (const control of hidden) {
        expect(y, `${control} can be scrolled free`).toBeGreaterThan(0);
        expect(await coveredAt(page, Math.max(0, y - 140))).not.toContain(control);
      }
      await expect(message(page)).toBeInViewport({ ratio: 1 });
    });
  }
}

/** What of the page is covered by the message once it has found its place. */
async function coveredAt(page: Page, y: number): Promise<string[]> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y);
  let covered: string[] = [];
  for (let look = 0; look < 6; look += 1) {
    await page.clock.runFor(20);
    covered = (await coveredControls(page))
      .filter(({ place, byMessage }) => place === 'main' && byMessage)
      .map(({ control }) => control);
    if (covered.length === 0) break;
  }
  return covered;
}

for (const [index, window] of WINDOWS.entries()) {
  const size = `${window.width} × ${window.height}`;
  for (const shown of index === 0 ? STATES : STATES.slice(-1)) {
    test(`at ${size}, '${shown}' covers no control of any open page`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(window);
      for (const path of [...Object.keys(OPEN), '/auth?tab=sign-up']) {
        if (path === '/nowhere') continue; // a document of its own
        await openWith(page, path, shown);
        await expectNothingCovered(page, path);
        await page.clock.resume();
      }
    });

    test(`at ${size}, '${shown}' covers no control of a shopper's pages`, async ({
      page,
      signedInShopper,
    }) => {
      test.slow();
      await page.setViewportSize(window);
      for (const path of await privateScreens(signedInShopper)) {
        await openWith(page, path, shown);
        await expectNothingCovered(page, path);
        await page.clock.resume();
      }
    });
  }
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('who is asked to sign in can sign up at once: the tap on Create Account hits it', async ({
    page,
  }) => {
    await page.clock.resume();
    await openAlive(page, '/product/1');
    await page.getByRole('button', { name: /^Add to Cart/ }).tap();
    await expect(message(page)).toContainText('Sign in required');
    await page.getByRole('tab', { name: 'Sign Up' }).tap();
    const create = page.getByRole('button', { name: 'Create Account' });
    await create.scrollIntoViewIfNeeded();
    await expect(message(page)).toBeVisible();
    const box = await create.boundingBox();
    if (!box) throw new Error('no button');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');
  });
});

test('a failure is gone after seven seconds, and by its own button that a thumb can hit', async ({
  page,
}) => {
  await openAlive(page, '/dev/gallery');
  await page.getByRole('button', { name: 'Show a failure' }).press('Enter');
  const dismiss = message(page).getByRole('button', { name: 'Dismiss' });
  await expectTappable(dismiss);
  await page.clock.fastForward(7_000);
  await expect(message(page)).toBeHidden({ timeout: 1_000 });
  await page.getByRole('button', { name: 'Show a failure' }).press('Enter');
  await dismiss.click();
  await expect(message(page)).toBeHidden();
});
