import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { disconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill as fillScreens } from '#test/e2e/support/screens.ts';
import {
  ADDRESS,
  expect,
  openHydrated,
  type SignedInShopper,
  test,
} from '#test/e2e/support/shop.ts';
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 390, height: 480 },
  { width: 320, height: 568 },
];

/** Every dialog of the shop: the page, the button that opens it, and the button at its end. */
const DIALOGS = [
  ['/account/addresses', 'Add Address', 'Save Address'],
  ['/checkout', 'Add New Address', 'Save Address'],
  ['/account/security', 'Change email', 'Cancel'],
  ['/account/security', 'Add authenticator app', 'Cancel'],
  ['/shop', 'Filters', 'Show products'],
] as const;

test.beforeEach(({ page }) => declineCookies(page));

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

test('a dialog that asks for something opens in its first field', async ({
  page,
  signedInShopper,
}) => {
  const { order } = await fillScreens(signedInShopper);
  for (const [path, opener, field] of [
    ['/account/security', 'Change email', 'New email'],
    ['/account/security', 'Add authenticator app', 'Name'],
    ['/account/addresses', /^Edit/, 'Full Name'],
    [`/account/orders/${order}`, 'Cancel order', 'Reason'],
  ] as const) {
    await openHydrated(page, path);
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog').getByLabel(field)).toBeFocused();
  }
});

test('a dialog that is opened again at once stays open', async ({ page, signedInShopper }) => {
  await fill(signedInShopper);
  await openHydrated(page, '/account/addresses');
  const opener = page.getByRole('button', { name: 'Add Address' });
  await opener.click();
  await expect(page.getByRole('dialog').getByLabel('Postal Code')).toBeFocused();
  await page.getByRole('dialog').evaluate(async (dialog) => {
    const button = (text: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    const reported = new Promise((resolve) => {
      dialog.addEventListener('close', () => setTimeout(resolve), { once: true });
    });
    // Closes and reopens in one task: the `close` event then comes after the dialog is open again.
    button('Cancel')?.click();
    await Promise.resolve(); // React renders in a microtask
    button('Add Address')?.click();
    await reported;
  });
  await expect(page.getByRole('dialog').getByLabel('Postal Code')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a dialog that was scrolled before it was closed opens at its top again', async ({
    page,
    signedInShopper,
  }) => {
    await fill(signedInShopper);
    await page.goto('/checkout');
    const dialog = page.getByRole('dialog');
    for (const close of ['Cancel', 'Escape', null]) {
      await page.getByRole('button', { name: 'Add New Address' }).tap();
      await expect(dialog.getByLabel('Postal Code')).toBeFocused();
      const title = dialog.getByRole('heading', { name: 'Add New Address' });
      await expect(title).toBeInViewport({ ratio: 1 });
      await dialog.getByLabel('Set as default address').scrollIntoViewIfNeeded();
      await expect(title).not.toBeInViewport();
      if (close === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).tap();
      if (close === 'Escape') await page.keyboard.press('Escape');
    }
  });
});

const form = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label);

/** Every dialog that sends a request: the page, the button that opens it, what is filled in and the button that sends it. */
const ASKING: [string, string, (page: Page) => Promise<void>, string][] = [
  ['/account/addresses', 'Add Address', writeAddress, 'Save Address'],
  [
    '/account/security',
    'Change email',
    (page) => form(page, 'New email').fill('a@example.com'),
    'Send links',
  ],
  ['/account/security', 'Add authenticator app', async () => {}, 'Continue'],
  ['the order', 'Cancel order', async () => {}, 'Cancel order'],
];

for (const [place, opener, write, send] of ASKING) {
  for (const viewport of [PHONE.viewport, { width: 320, height: 568 }]) {
    test.describe(`on a phone ${viewport.width} px wide`, () => {
      test.use({ ...PHONE, viewport });

      test(`why '${send}' of '${opener}' failed can be read at once`, async ({
        page,
        signedInShopper,
      }) => {
        const path = place === 'the order' ? await placedOrder(signedInShopper) : place;
        await fill(signedInShopper);
        await openHydrated(page, path);
        await tap(page.getByRole('main').getByRole('button', { name: opener, exact: true }));
        await write(page);
        await disconnect(page);
        const dialog = page.getByRole('dialog');
        await tap(dialog.getByRole('button', { name: send, exact: true }));
        const reason = dialog
          .getByRole('alert')
          .filter({ hasText: 'We could not reach the shop.' });
        await expect(reason).toBeVisible();
        await expect.poll(() => isHitByTap(reason)).toBe(true);
      });
    });
  }
}

async function placedOrder(shopper: SignedInShopper) {
  return `/account/orders/${(await fillScreens(shopper)).order}`;
}

async function writeAddress(page: Page) {
  await form(page, 'Phone Number').fill(ADDRESS.phone);
  await form(page, 'Postal Code').fill(ADDRESS.postal_code);
  await form(page, 'Address Line 1').fill(ADDRESS.address_line1);
  await expect(form(page, 'City')).toHaveValue(ADDRESS.city);
  await expect(form(page, 'State')).toHaveValue(ADDRESS.state);
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
