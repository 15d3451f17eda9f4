import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 390, height: 480 },
  { width: 320, height: 568 },
];

/** Every dialog of the shop: the page, the button that opens it, the button at its end and what has the focus. */
const DIALOGS = [
  ['/account/addresses', 'Add Address', 'Save Address', 'Postal Code'],
  ['/checkout', 'Add New Address', 'Save Address', 'Postal Code'],
  ['/account/security', 'Change email', 'Cancel', 'New email'],
  ['/account/security', 'Add authenticator app', 'Cancel', 'Name'],
  ['the order', 'Cancel order', 'Cancel order', 'Reason'],
  ['/shop', 'Filters', 'Show products', 'Close'],
] as const;

test('every dialog opens in its first field, and its last button is at hand in every window and covers no field', async ({
  page,
  signedInShopper,
}) => {
  test.setTimeout(240_000);
  await declineCookies(page);
  const { order } = await fill(signedInShopper);
  for (const [place, opener, end, first] of DIALOGS) {
    await openHydrated(page, place === 'the order' ? `/account/orders/${order}` : place);
    const open = page.getByRole('main').getByRole('button', { name: opener, exact: true }).first();
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await test.step(`${opener} in ${place} at ${window.width} × ${window.height}`, async () => {
        await open.click();
        await expectAtHand(page, end);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
        await open.click();
        await expect(page.getByRole('dialog').getByLabel(first)).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      });
    }
  }
});

test('why an authenticator app or a cancelled order failed can be read at once, on a large and a small phone', async ({
  page,
  signedInShopper,
}) => {
  await declineCookies(page);
  const { order } = await fill(signedInShopper);
  for (const [path, opener, send] of [
    ['/account/security', 'Add authenticator app', 'Continue'],
    [`/account/orders/${order}`, 'Cancel order', 'Cancel order'],
  ] as const) {
    await openHydrated(page, path);
    await tap(page.getByRole('main').getByRole('button', { name: opener, exact: true }));
    await disconnect(page);
    const dialog = page.getByRole('dialog');
    for (const viewport of [PHONE.viewport, { width: 320, height: 568 }]) {
      await page.setViewportSize(viewport);
      await tap(dialog.getByRole('button', { name: send, exact: true }));
      const reason = dialog.getByRole('alert').filter({ hasText: 'We could not reach the shop.' });
      await expect(reason).toBeVisible();
      await expect.poll(() => isHitByTap(reason), `${send} at ${viewport.width}`).toBe(true);
    }
    await reconnect(page);
  }
});

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
