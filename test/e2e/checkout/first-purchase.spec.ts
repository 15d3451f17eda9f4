import type { Locator, Page } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// The first purchase of a new shopper on a phone: from opening a product to a placed cash order.

const NAME = 'Asha Rao';
const PASSWORD = 'Asha@1234';
const PHONE_NUMBER = '9876543210';
const PIN = '400050';
const LINE = '12 Hill Road';

// With animations, as most shoppers have them; other tests switch them off.
test.use({ ...PHONE, contextOptions: { reducedMotion: 'no-preference' } });

test('a first purchase takes at most 11 taps and 78 keystrokes', async ({ page }) => {
  const count = { taps: 0, keystrokes: 0 };
  const press = async (control: Locator) => {
    await tap(control);
    count.taps += 1;
  };
  /** A keystroke is one character; the Next key of a phone's keyboard is not counted. */
  const type = async (text: string) => {
    await page.keyboard.type(text);
    count.keystrokes += text.length;
  };
  /** Taps into the first field and moves on with Next. */
  const fillIn = async (fields: [label: string, text: string][]) => {
    for (const [index, [label, text]] of fields.entries()) {
      const field = page
        .getByRole('main')
        .getByLabel(new RegExp(`^${label}`))
        .locator('visible=true');
      const isThere = await field.evaluate((element) => element === document.activeElement);
      if (index > 0) await page.keyboard.press('Enter');
      else if (!isThere) await press(field);
      await expect(field).toBeFocused();
      await type(text);
    }
  };
  const email = `asha.${crypto.randomUUID().slice(0, 7)}@example.com`;

  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Shop Now' }));
  await expect(page).toHaveURL('/shop');
  await tap(page.getByRole('link', { name: /Dried Aparajita Flowers/ }).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dried Aparajita Flowers');
  await press(page.getByRole('button', { name: 'Accept All' }));
  await press(page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByText('Please sign in to add items to cart')).toBeVisible();
  await expect(page).toHaveURL('/auth');

  await expect(page.getByText('Your tea is kept.')).toBeVisible();
  await fillIn([
    ['Full Name', NAME],
    ['Email', email],
    ['Password', PASSWORD],
  ]);
  await expect(page.getByText('Long enough')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Confirm Password')).toBeFocused();
  await type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Account created! You can now sign in with your credentials.'),
  ).toBeVisible();
  await press(page.getByRole('button', { name: 'Sign In' }));
  await expect(page).toHaveURL('/');
  await expect(page.locator('input[type=password]')).toHaveCount(0); // else password managers do not offer to save it
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await press(page.getByRole('link', { name: 'View cart' }));
  await expect(page).toHaveURL('/cart');
  await press(page.getByRole('link', { name: 'Proceed to Checkout' }));

  await press(page.getByRole('button', { name: 'Add Address' }));
  await expect(page.getByRole('dialog').getByLabel('Full Name')).toHaveValue(NAME);
  await fillIn([
    ['Phone Number', PHONE_NUMBER],
    ['Postal Code', PIN],
    ['Address Line 1', LINE],
  ]);
  await expect(page.getByRole('dialog').getByLabel('City')).toHaveValue('Mumbai');
  await expect(page.getByRole('dialog').getByLabel('State')).toHaveValue('Maharashtra');
  await press(page.getByRole('button', { name: 'Save Address' }));
  await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
  await press(page.getByRole('button', { name: 'Continue to Payment' }));
  await press(page.getByRole('button', { name: 'Place Order' }));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Order placed!')).toBeVisible();
  await expect(page.getByText(/Your order #\S+ has been placed successfully\./)).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(11);
  expect(count.keystrokes).toBeLessThanOrEqual(78);
  await expectOrderKept(page);
});

/** The order is found in the account, and keeps its address though the saved one is deleted. */
async function expectOrderKept(page: Page) {
  const main = page.getByRole('main');
  const heading = main.getByRole('heading', { name: /^Order #AP-/ });
  const number = (await heading.textContent())?.replace('Order #', '') ?? '';
  const card = page.getByRole('link', { name: new RegExp(number) });
  await page.goto('/account/orders');
  await expect(card).toContainText('1 item');
  await expect(card).toContainText('₹499.00');
  await tap(page.getByRole('link', { name: 'Addresses' }));
  await tap(page.getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('Address deleted')).toBeVisible();
  await tap(page.getByRole('link', { name: 'Orders', exact: true }));
  await tap(card);
  await expect(heading).toHaveText(`Order #${number}`);
  await expect(main.getByText(/^Placed on [A-Z][a-z]{2} \d{2}, \d{4}$/)).toBeVisible();
  await expect(main.getByText('Cash on Delivery (COD)')).toBeVisible();
  await expect(main.getByText('Pending', { exact: true })).toHaveCount(2); // status and payment
  await expect(main.getByText('Qty: 1 × ₹499.00')).toBeVisible();
  await expect(main.getByText(/12 Hill Road/)).toBeVisible();
  await tap(main.getByRole('link', { name: 'My Orders' }));
  await expect(page).toHaveURL('/account/orders');
}

test('the whole way is open to the keyboard alone', async ({ page, account }) => {
  await page.goto('/auth?tab=login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(account.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  await page.goto('/product/5');
  await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Increase quantity' }));
  await page.keyboard.press('Space');
  await expect(page.getByText('₹1,198.00').first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }));
  await page.keyboard.press('Enter');

  await expect(page.getByText('No saved addresses')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add Address' }));
  await page.keyboard.press('Enter');
  for (const [label, value] of [
    ['Full Name', ADDRESS.full_name],
    ['Phone Number', ADDRESS.phone],
    ['Address Line 1', ADDRESS.address_line1],
    ['Postal Code', ADDRESS.postal_code],
    ['City', ADDRESS.city],
    ['State', 'Mahar'],
  ] as const) {
    await tabTo(page, page.getByRole('dialog').getByLabel(label));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Tab'); // to the next control, because Enter in a select opens it
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Continue to Payment' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Place Order' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
});

/** Presses Tab until the target has the focus, at most 60 times. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let press = 0; press < 60; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target}`);
}
