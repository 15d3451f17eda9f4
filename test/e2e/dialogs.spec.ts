import type { Page } from '@playwright/test';
import { ADDRESS, expect, openHydrated, type SignedInShopper, test } from './shop.ts';
import { isHitByTap } from './tap.ts';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 390, height: 480 },
  { width: 320, height: 568 },
];

/** Every dialog of the shop: where it opens, by which button, and what ends it. */
const DIALOGS = [
  ['/account/addresses', 'Add Address', 'Save Address'],
  ['/checkout', 'Add New Address', 'Save Address'],
  ['/account/security', 'Change email', 'Cancel'],
  ['/account/security', 'Add authenticator app', 'Cancel'],
  ['/shop', 'Filters', 'Show products'],
] as const;

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('cookie-consent', 'declined');
  }),
);

for (const [path, opener, end] of DIALOGS) {
  test(`'${end}' of '${opener}' in ${path} can be reached in every window, and covers no field`, async ({
    page,
    signedInShopper,
  }) => {
    await fill(signedInShopper);
    await openHydrated(page, path);
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await page.getByRole('button', { name: opener, exact: true }).first().click();
      await test.step(`${window.width} × ${window.height}`, () => expectAtHand(page, end));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
}

async function expectAtHand(page: Page, end: string) {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: end, exact: true });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect.poll(() => isHitByTap(button)).toBe(true);
  for (const field of await dialog.locator('input:visible, select:visible').all()) {
    await field.focus();
    await expect.poll(() => isHitByTap(field)).toBe(true);
  }
}

async function fill(shopper: SignedInShopper) {
  await shopper.call('POST', '/addresses', ADDRESS);
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
}
