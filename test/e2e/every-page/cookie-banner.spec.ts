import type { Page } from '@playwright/test';
import { setRootFont } from '#test/e2e/support/phone.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';
import { readyToOrder } from '#test/e2e/support/to-checkout.ts';

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
];

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });
const choice = (page: Page) => page.evaluate(() => localStorage.getItem('cookie-consent'));

test('before anything is chosen the banner covers no button, in any window', async ({
  page,
  signedInShopper,
}) => {
  for (const viewport of WINDOWS) {
    await test.step(`${viewport.width}×${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      await openHydrated(page, '/product/1');
      await expect(banner(page)).toBeVisible();
      await expectAccessible(page);
      for (const name of ['Add to Cart', 'Increase quantity', 'Save to wishlist']) {
        await expectTappable(page.getByRole('button', { name }));
      }
      for (const name of ['Close without accepting', 'Decline Non-Essential', 'Accept All']) {
        await expectTappable(page.getByRole('button', { name }));
      }
      await expectNoOverflow(page);

      for (const [path, name] of [
        ['/contact', 'Send Message'],
        ['/forgot-password', /^Send/],
        ['/', 'Subscribe'],
        ['/shop', 'Filters'],
        ['/undo-second-step?token_hash=of-no-use', /^Remove/],
        ['/newsletter/confirm?token=of-no-use', 'Confirm subscription'],
      ] as const) {
        await page.goto(path);
        await expect(banner(page)).toBeVisible();
        await expectTappable(page.getByRole('main').getByRole('button', { name }).first());
        // At the end of the page, too, the last controls can be scrolled out from under the banner.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expectTappable(page.getByRole('button', { name: 'Cookie settings' }));
      }

      await readyToOrder(signedInShopper);
      await page.goto('/checkout');
      await expectUncovered(page, 'Continue to Payment');
      await tap(page.getByRole('button', { name: 'Continue to Payment' }));
      await expectUncovered(page, 'Place Order');
      await tap(page.getByRole('button', { name: 'Place Order' }));
      await expect(page).toHaveURL(/\/account\/orders\//);
    });
  }
});

test('the banner covers neither Sign In nor Create Account; on a phone it is low, above the purchase bar, with two choices of one size', async ({
  page,
}) => {
  for (const viewport of WINDOWS) {
    await test.step(`${viewport.width}×${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      await openHydrated(page, '/auth?tab=login');
      await expect(banner(page)).toBeVisible();
      await expectTappable(page.getByRole('button', { name: 'Sign In' }));
      await tap(page.getByRole('tab', { name: 'Sign Up' }));
      await expectUncovered(page, 'Create Account');
      await tap(page.getByRole('button', { name: 'Create Account' }));
      await expect(page.getByText('Full name is required')).toBeVisible();
    });
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/product/1');
  await expect(page.locator('.purchase-bar')).toContainText('₹499.00');
  // Retried as a whole, because late fonts and scripts may still move the parts.
  await expect(async () => {
    const { height = 0, y: top = 0 } = (await banner(page).boundingBox()) ?? {};
    expect(height).toBeGreaterThan(44);
    expect(height).toBeLessThanOrEqual(96);
    const bar = await page.locator('.purchase-bar').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(top + 1);
    const name = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }).toPass({ timeout: 15_000 });

  for (const percent of [100, 150, 200]) {
    await setRootFont(page, percent);
    for (const name of ['Add to Cart', 'Accept All', 'Decline Non-Essential']) {
      await expectTappable(page.getByRole('button', { name }));
    }
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectTappable(page.getByRole('button', { name: 'Close without accepting' }));
    }
    await expect(async () => {
      const bar = await page.locator('.purchase-bar').boundingBox();
      const consent = await banner(page).boundingBox();
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((consent?.y ?? 0) + 1);
    }).toPass({ timeout: 15_000 });
  }

  await openHydrated(page, '/');
  await setRootFont(page, 200);
  const text = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const [outer, inner] = [button.getBoundingClientRect(), range.getBoundingClientRect()];
      return {
        width: outer.width,
        edge: Math.min(inner.left - outer.left, outer.right - inner.right),
      };
    });
  await expect(async () => {
    const [accept, decline] = [await text('Accept All'), await text('Decline Non-Essential')];
    expect(Math.abs(accept.width - decline.width)).toBeLessThanOrEqual(1);
    expect(accept.edge).toBeGreaterThanOrEqual(16);
  }).toPass({ timeout: 15_000 });
});

test('a choice counts before the page’s scripts have come, in every tab and on the way back, and the footer asks again', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/assets/*.js', () => {}); // they never come
  await page.goto('/product/1');
  const opened = context.waitForEvent('page');
  await tap(banner(page).getByRole('link', { name: 'Privacy Policy' }));
  const policy = await opened;
  await expect(policy.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await policy.close();
  await expect(page).toHaveURL('/product/1');
  expect(await choice(page)).toBeNull();

  for (const [name, kept] of [
    ['Accept All', 'accepted'],
    ['Decline Non-Essential', 'declined'],
    ['Close without accepting', 'declined'],
  ] as const) {
    await page.goto('/product/1');
    await tap(page.getByRole('button', { name }));
    await expect(banner(page)).toBeHidden();
    expect(await choice(page)).toBe(kept);
    await tap(page.getByRole('link', { name: 'Back to Shop' }));
    await expect(page).toHaveURL('/shop');
    await expect(banner(page)).toBeHidden();
    expect(await choice(page)).toBe(kept);
    await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  }

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const [path, name, kept] of [
    ['/nowhere', 'Decline Non-Essential', 'declined'],
    ['/', 'Accept All', 'accepted'],
    ['/', 'Close without accepting', 'declined'],
  ] as const) {
    await page.goto(path);
    await tap(page.getByRole('button', { name }));
    await openHydrated(page, '/');
    await expect(banner(page)).toBeHidden();
    expect(await choice(page)).toBe(kept);
    await page.evaluate(() => localStorage.setItem('cookie-consent', 'perhaps'));
    await page.reload();
    await expect(banner(page), 'an invalid choice counts as none').toBeVisible();
  }

  await page.evaluate(() => localStorage.clear());
  await openHydrated(page, '/');
  const other = await context.newPage();
  await other.goto('/about');
  await tap(other.getByRole('button', { name: 'Accept All' }));
  await expect(banner(page)).toBeHidden();
  await other.goto('/shop');
  await other.goBack();
  await expect(banner(other)).toBeHidden();

  await tap(page.getByRole('button', { name: 'Cookie settings' }));
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept All' })).toBeFocused();
  expect(await choice(page)).toBeNull();
  await tap(page.getByRole('button', { name: 'Decline Non-Essential' }));
  await page.reload();
  await expect(banner(page)).toBeHidden();
  expect(await choice(page)).toBe('declined');
});

/** Scrolls to the button if needed. No part of it lies under the banner. */
async function expectUncovered(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await expectTappable(button);
  const apart = async () => {
    const box = await button.boundingBox();
    const asked = await banner(page).boundingBox();
    if (!box || !asked) return false;
    return box.y + box.height <= asked.y || asked.y + asked.height <= box.y;
  };
  await expect.poll(apart, { message: `${name} and the banner lie apart` }).toBe(true);
}
