import type { Locator, Page } from '@playwright/test';
import { rows, statusMessage, test } from '#test/e2e/support/admin.ts';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { delayAnswers } from '#test/e2e/support/delayed-requests.ts';
import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { keepMessages, SNACKBARS, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { translated, translatePages } from '#test/e2e/support/page-translator.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Chrome on phones offers to translate the shop, and may be set to always do so.
test.use(PHONE);

const PASSWORD = 'steep for seven minutes!';

test('a translated shop works: a first purchase, the account, the way of the parcel', async ({
  page,
  request,
  demoOrders: _,
}) => {
  test.slow();
  await declineCookies(page.context());
  await keepMessages(page, [...TOASTS, ...SNACKBARS]);
  await translatePages(page.context());
  await delayAnswers(page);

  const number = await test.step('a first purchase', () => buy(page));
  await test.step('the account', () => changeAccount(page));
  await (await demoOwner(request)).signInto(page.context());
  await test.step('the way of the parcel', () => send(page, number));
});

/** @returns the order's number. */
async function buy(page: Page): Promise<string> {
  const main = page.getByRole('main');
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Shop Now' }));
  await expect(page).toHaveURL('/shop');
  await tap(main.getByRole('link', { name: /Dried Aparajita Flowers/ }).first());
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Dried Aparajita Flowers');
  await tap(main.getByRole('button', { name: 'Add to Cart' }));
  await expect(page).toHaveURL('/auth');

  await tap(page.getByRole('tab', { name: 'Sign Up' }));
  await main.getByLabel('Full Name').fill('Asha Rao');
  await main.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
  for (const field of await main.getByLabel('Password').locator('visible=true').all())
    if ((await field.getAttribute('type')) === 'password') await field.fill(PASSWORD);
  await press(main, 'Create Account', 'Creating account...');
  await press(main, 'Sign In', 'Signing in...');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(translated('Added to cart'))).toBeVisible();

  await page.goto('/product/2');
  const add = main.getByRole('button', { name: 'Add to Cart' });
  await tap(add);
  await expect(main.getByText(translated('Adding...'))).toBeVisible();
  await expect(add).toBeEnabled();
  await expect(add).toContainText(translated('Add to Cart'));
  await expect(page.getByText(translated('Added to cart'))).toBeVisible();

  await page.goto('/cart');
  const lines = main.getByRole('listitem').filter({ hasText: 'each' });
  await expect(lines).toHaveCount(2);
  const totals = main.getByRole('region', { name: 'Order Summary' }).getByRole('definition');
  const before = await totals.last().textContent();
  await tap(lines.first().getByRole('button', { name: 'Increase quantity' }));
  await expect(totals.last()).not.toHaveText(before ?? '');
  await tap(lines.last().getByRole('button', { name: /^Remove/ }));
  await expect(lines).toHaveCount(1);
  await expect(totals.last()).toHaveText(/^‹₹[\d,.]+›$/);

  await tap(main.getByRole('link', { name: 'Proceed to Checkout' }));
  await tap(main.getByRole('button', { name: 'Add Address' }));
  await writeAddress(page, 'Mumbai');
  await expect(main.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
  await tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(page.getByText(translated('Processing...'))).toBeVisible();
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText(translated('Order placed!'))).toBeVisible();
  const number = main.getByText(/^#AP-/).first();
  await expect(number).toHaveAttribute('translate', 'no');
  return ((await number.textContent()) ?? '').slice(1);
}

async function changeAccount(page: Page) {
  const main = page.getByRole('main');
  await page.goto('/account/profile');
  await expect(main.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await main.getByLabel('Full Name').fill('Asha K. Rao');
  await press(main, 'Save Changes', 'Saving...');
  await expect(main.getByText(translated('Save Changes'))).toBeVisible();
  await expect(page.getByText(translated('Profile updated'))).toBeVisible();

  await page.goto('/account/addresses');
  await tap(main.getByRole('button', { name: 'Edit' }));
  await writeAddress(page, 'Pune');
  await expect(main.getByText(/Pune/)).toBeVisible();
  await press(main, 'Delete', 'Deleting...');
  await expect(page.getByText(translated('Address deleted'))).toBeVisible();
  await expect(main.getByText(translated('No addresses saved yet'))).toBeVisible();

  await page.goto('/account/security');
  const passwords = main.locator('input[type=password]');
  await expect(passwords).toHaveCount(3);
  for (const [place, text] of [PASSWORD, `${PASSWORD}!`, `${PASSWORD}!`].entries())
    await passwords.nth(place).fill(text);
  await press(main, 'Update Password', 'Updating...');
  await expect(page.getByText(translated('Password updated'))).toBeVisible();
  await expect(main.getByText(translated('Update Password'))).toBeVisible();
}

async function send(page: Page, number: string) {
  const main = page.getByRole('main');
  await page.goto('/admin/orders?queue=to_confirm');
  await tap(rows(page).filter({ hasText: number }).getByRole('link').first());
  await press(main, 'Confirm', 'Working...');
  await expect(statusMessage(page, 'confirmed')).toBeVisible();
  await press(main, 'Packed', 'Working...');
  await expect(statusMessage(page, 'packed')).toBeVisible();
  await main.getByLabel('Courier').selectOption({ label: translated('DTDC') });
  await tap(page.getByLabel('Tracking number'));
  await page.keyboard.type('TRANSLATED01');
  await press(main, 'Hand over', 'Handing over...');
  await expect(statusMessage(page, 'handed over')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Delivered' })).toBeEnabled();
  await expect(main.getByText(/^TRANSLATED01/).first()).toBeVisible();
  await page.goto('/admin');
  await expect(main.getByText(translated('To confirm'))).toBeVisible();
}

/** Presses the button, which shows this text until the answer is there. */
async function press(part: Locator, name: string, busy: string) {
  await tap(part.getByRole('button', { name, exact: false }).first());
  await expect(part.getByText(translated(busy))).toBeVisible();
  await expect(part.getByText(translated(busy))).toBeHidden();
}

async function writeAddress(page: Page, city: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
  await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
  await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
  await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
  await dialog.getByLabel('City').fill(city);
  await dialog.getByLabel('State').selectOption(ADDRESS.state);
  await press(dialog, 'Save Address', 'Saving...');
  await expect(dialog).toBeHidden();
}
