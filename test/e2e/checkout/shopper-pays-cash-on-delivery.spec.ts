import type { Locator, Page } from '@playwright/test';
import { ADDRESS, expect, test } from '#test/e2e/support/shop.ts';

// With animations, as most shoppers have them; other tests switch them off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a new shopper finds tea, signs up, and pays cash on delivery', async ({ page }) => {
  test.slow();
  const email = `${crypto.randomUUID()}@example.com`;
  const password = 'steep for five minutes';

  // Browses the shop.
  await page.goto('/');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL('/shop');
  await page
    .getByRole('link', { name: /Dried Aparajita Flowers/ })
    .first()
    .click();
  await expect(page).toHaveURL('/product/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dried Aparajita Flowers');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Sign in required')).toBeVisible();
  await expect(page).toHaveURL('/auth');

  // Signs up and in.
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created!')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');

  // Fills the cart, which already contains the product wanted before signing in.
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto('/product/3');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: 'Cart, 2 products' }).click();
  await expect(page).toHaveURL('/cart');
  await page.reload();
  await expect(page.getByText('₹2,297.00')).toHaveCount(2);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();

  // Adds an address.
  await expect(page).toHaveURL('/checkout');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await writeAddress(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Address selected')).toBeVisible();
  await expect(page).toHaveURL(/step=payment/);
  await page.reload();

  // Places the order.
  await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Online Payment/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('Order placed!')).toBeVisible();
  const told = page.getByText(/Your order #\S+ has been placed successfully\./);
  const number = /#(\S+)/.exec((await told.textContent()) ?? '')?.[1] ?? '';
  expect(number).toMatch(/^AP-/);

  // Finds the order in the account, also after a reload.
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await page.reload();
  await expectOrder(page, number);
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/cart'); // there is nothing left to check out
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My Orders' }).click();
  const card = page.getByRole('link', { name: new RegExp(number) });
  await expect(card).toContainText('2 items');
  await expect(card).toContainText('₹2,297.00');
  await card.click();
  await expectOrder(page, number);

  // The order keeps its address even if the saved one is changed or deleted.
  await page.getByRole('link', { name: 'Addresses' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Address deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('link', { name: new RegExp(number) }).click();
  await expectOrder(page, number);
});

async function expectOrder(page: Page, number: string) {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: `Order #${number}` })).toBeVisible();
  await expect(main.getByText(/^Placed on [A-Z][a-z]{2} \d{2}, \d{4}$/)).toBeVisible();
  await expect(main.getByText('Cash on Delivery (COD)')).toBeVisible();
  await expect(main.getByText('Pending', { exact: true })).toHaveCount(2); // status and payment
  await expect(main.getByText('Qty: 2 × ₹499.00')).toBeVisible();
  await expect(main.getByText('₹998.00')).toBeVisible();
  await expect(main.getByText('Qty: 1 × ₹1,299.00')).toBeVisible();
  await expect(main.getByText('₹2,297.00', { exact: true })).toBeVisible();
  await expect(main.getByText(/12 Marine Drive/)).toBeVisible();
}

async function writeAddress(dialog: Locator) {
  await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
  await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
  await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
  await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
  await dialog.getByLabel('City').fill(ADDRESS.city);
  await dialog.getByLabel('State').selectOption(ADDRESS.state);
  await dialog.getByRole('button', { name: 'Save Address' }).click();
}

test('the whole way is open to the keyboard alone', async ({ page, account }) => {
  test.slow();
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
