import type { Page } from '@playwright/test';
import { changeBeforeRequest } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { ADDRESS, expect, expectAccessible, type SignedInShopper } from '#test/e2e/support/shop.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

// All in one separate shop and one after another, because each test changes it.
test.describe.configure({ mode: 'default' });

async function fillCart(shopper: SignedInShopper, quantity: number) {
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity });
  await shopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
}

async function toPayment(page: Page) {
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
}

test.describe('a price that has changed', () => {
  test('is told in the cart and accepted with one click', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 2);
    await ownShop.sql(`update products set price = 649.5, mrp = 699 where id = '5'`);
    await page.goto('/cart');
    const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    await expect(line).toContainText('The price is now ₹649.50. It was ₹599.00 when you added it.');
    await expect(line).toContainText('₹1,198.00');
    await expectAccessible(page);
    await line.getByRole('button', { name: /^Accept new price/ }).click();
    await expect(line).toContainText('₹1,299.00');
    await expect(line).not.toContainText('The price is now');
    // The focus is not on the button that removes the line: a second Enter would press it.
    await expect(line.getByRole('link', { name: 'Travel Tea Pack' })).toBeFocused();
    await page.reload();
    await expect(line).toContainText('₹1,299.00');
  });

  test('is told when a change of quantity brings it into the cart', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 1);
    await page.goto('/cart');
    const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    await expect(line).toContainText('₹599.00 each');
    await ownShop.sql(`update products set price = 549, mrp = 699 where id = '5'`);
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(page.getByText('Travel Tea Pack is now ₹549.00.')).toBeVisible();
    await expect(line).toContainText('₹1,098.00');
  });

  test('is told before the order, which then has the new one', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 1);
    await toPayment(page);
    await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
      ownShop.sql(`update products set price = 549, mrp = 699 where id = '5'`),
    );
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText('The price of Travel Tea Pack has changed.')).toBeVisible();
    await expect(page.getByText('The price is now ₹549.00.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Accept new price/ }).click();
    await expect(page.getByText('₹1,348.00').filter({ visible: true })).toHaveCount(2);
    await expect(page.getByText('The price of Travel Tea Pack has changed.')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\//);
    await expect(page.getByText('₹1,348.00', { exact: true })).toBeVisible();
  });
});

test.describe('too little left', () => {
  test('is told in the cart and taken with one click', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 4);
    await ownShop.sql(`update products set stock = 3 where id = '5'`);
    await page.goto('/cart');
    const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    await expect(line).toContainText('Only 3 left.');
    await line.getByRole('button', { name: /^Take 3/ }).click();
    await expect(line).toContainText('₹1,797.00');
    await expect(line.getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
    await expect(line).toContainText('Only 3 left, and you have them all.');
  });

  test('at the last moment is told before the order', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 2);
    await toPayment(page);
    await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
      ownShop.sql(`update products set stock = 0 where id = '5'`),
    );
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Travel Tea Pack');
    await expect(page.getByText('Sold out for now.')).toBeVisible();
    await page.getByRole('button', { name: /^Remove it/ }).click();
    await expect(page.getByText('Sold out for now.')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\//);
    await expect(page.getByText('Travel Tea Pack')).toBeHidden();
  });
});

test('a product that is no longer sold is told in the cart and removed with one click', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper, 1);
  await ownShop.sql(`update products set active = false where id = '5'`);
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
  await expect(line).toContainText('We no longer sell this.');
  await line.getByRole('button', { name: /^Remove it/ }).click();
  await expect(line).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove Premium Blue Tea Pack' })).toBeFocused();
});

test.describe('while the server is away', () => {
  test('an order is not lost and not doubled: it is placed when the server is back', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 1);
    await toPayment(page);
    await ownShop.stop();
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
    await ownShop.start();
    // A shop that has just started may be slow or refuse once more. Shoppers try again, and it is still one order.
    await expect(async () => {
      await page
        .getByRole('button', { name: 'Place Order' })
        .click({ timeout: 1_000 })
        .catch(() => {});
      await expect(page).toHaveURL(/\/account\/orders\//);
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText('Order placed!')).toBeVisible();
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('the payment step has preloaded the order’s page', async ({ page, signedInShopper }) => {
    await fillCart(signedInShopper, 1);
    await toPayment(page);
    const isLoaded = (file: string) =>
      page.evaluate(
        (start) =>
          performance
            .getEntriesByType('resource')
            .some(({ name }) => name.includes(`/assets/${start}`)),
        file,
      );
    await expect.poll(() => isLoaded('order-page-')).toBe(true);
    // The address form of the step before is still loading. Waits for it, so that it is not counted below.
    await expect.poll(() => isLoaded('address-form-')).toBe(true);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
    expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  });

  test('data that cannot be loaded shows an error and a button that tries again', async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper, 1);
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    // Opens the page once, so that its data is there when the server stops.
    await page.getByRole('link', { name: 'Addresses' }).click();
    await expect(page.getByText('12 Marine Drive')).toBeVisible();
    await page.getByRole('link', { name: 'Profile' }).click();
    await ownShop.stop();
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
    await ownShop.start();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });
});

test('a shopper from whom the shop takes no cash reads it before ordering, also if that is new', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper, 1);
  await toPayment(page);
  const cash = page.getByRole('radio', { name: 'Cash on delivery' });
  const online = page.getByRole('radio', { name: 'Online Payment' });
  const told = page.getByText('Cash on delivery is not available for your account.');
  await expect(cash).toBeChecked();
  await ownShop.sql('insert into cash_blocks select id from auth.users');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert')).toContainText('Please pay online');
  await expect(cash).toHaveCount(0);
  await expect(online).toBeChecked();
  await page.reload();
  await expect(told).toBeVisible();
  await expect(online).toBeChecked();
  await expect(cash).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await ownShop.sql('delete from cash_blocks');
});
