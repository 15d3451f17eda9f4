import type { Page } from '@playwright/test';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  test,
} from './shop.ts';

/** Two kinds of tea in the cart, and one saved address, the default. */
async function readyToOrder(shopper: SignedInShopper) {
  await shopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
}

async function toPayment(page: Page) {
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
}

/** The first order sent arrives at the shop, and its answer is lost on the way back. */
async function loseFirstAnswer(page: Page) {
  let lost = false;
  await page.route('**/api/orders', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function orderCount(shopper: SignedInShopper): Promise<number> {
  const answer = await shopper.call('GET', '/orders');
  if (typeof answer === 'object' && answer !== null && 'orders' in answer) {
    if (Array.isArray(answer.orders)) return answer.orders.length;
  }
  throw new Error('no orders in the answer');
}

test('an empty cart has no checkout', async ({ page, signedInShopper }) => {
  expect(signedInShopper.email).toContain('@');
  await page.goto('/checkout');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test.describe('the shipping address', () => {
  test('is written in a dialog and then chosen', async ({ page, signedInShopper }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
    await page.goto('/checkout');
    await expect(page.getByText('No saved addresses')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeDisabled();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Address' });
    await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
    await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
    await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
    await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
    await dialog.getByLabel('City').fill(ADDRESS.city);
    await dialog.getByLabel('State').selectOption(ADDRESS.state);
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('Address added')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
    await page.reload();
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
  });

  test('has to be chosen where none is the default', async ({ page, signedInShopper }) => {
    await readyToOrder(signedInShopper);
    await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Kumar' });
    await page.goto('/checkout');
    const choices = page.getByRole('group', { name: 'Choose an address' });
    await expect(choices.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await choices.getByRole('radio', { name: /Ravi Kumar/ }).check();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByText('Address selected')).toBeVisible();
    await expect(page.getByText('Ravi Kumar, 12 Marine Drive')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(choices.getByRole('radio', { name: /Ravi Kumar/ })).toBeChecked();
  });

  test('that was deleted elsewhere is asked for again', async ({ page, signedInShopper }) => {
    await readyToOrder(signedInShopper);
    await toPayment(page);
    const addresses = await signedInShopper.call('GET', '/addresses');
    if (!Array.isArray(addresses)) throw new Error('no list');
    await signedInShopper.call('DELETE', `/addresses/${addresses[0].id}`);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Please select a shipping address');
    await expect(page.getByText('No saved addresses')).toBeVisible();
    await expect(page).toHaveURL('/checkout');
    expect(await orderCount(signedInShopper)).toBe(0);
  });
});

test('the steps are in the URL: Back, reload and titles follow, and so does the focus', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  await expect(page).toHaveTitle('Checkout: Shipping Address | Aparajita');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/step=payment/);
  await expect(page).toHaveTitle('Checkout: Payment | Aparajita');
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeChecked();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();

  // A step that is not due yet leads to the one that is.
  await page.goto(`/checkout?step=payment&address=${crypto.randomUUID()}`);
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
});

test('the summary shows what is ordered, and the total is the subtotal', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.nth(0)).toContainText('Premium Blue Tea Pack');
  await expect(lines.nth(1)).toContainText('Qty: 2');
  await expect(lines.nth(1)).toContainText('₹1,198.00');
  await expect(page.getByText('₹1,997.00')).toHaveCount(2);
});

test.describe('one order, and only one', () => {
  test.beforeEach(async ({ page, signedInShopper }) => {
    await readyToOrder(signedInShopper);
    await toPayment(page);
  });

  test('comes of a double click', async ({ page, signedInShopper }) => {
    await page.getByRole('button', { name: 'Place Order' }).dblclick();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('is on its way: the button says so and takes no other click', async ({ page }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/api/orders', async (route) => {
      if (route.request().method() === 'POST') await arrived;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeDisabled();
    arrive();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  });

  test('comes of a second try after a lost answer', async ({ page, signedInShopper }) => {
    await loseFirstAnswer(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText(
      'We could not reach the shop.',
    );
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText('Order placed!')).toBeVisible();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('comes of a reload before the answer, and is found again', async ({
    page,
    signedInShopper,
  }) => {
    await loseFirstAnswer(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Order placed!')).toBeVisible();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('comes of two tabs that order at once', async ({ page, context, signedInShopper }) => {
    const other = await context.newPage();
    await toPayment(other);
    await Promise.all([
      page.getByRole('button', { name: 'Place Order' }).click(),
      other.getByRole('button', { name: 'Place Order' }).click(),
    ]);
    await expect
      .poll(
        () => [page.url(), other.url()].filter((url) => url.includes('/account/orders/')).length,
      )
      .toBe(1);
    await expect
      .poll(() => [page.url(), other.url()].filter((url) => url.endsWith('/cart')).length)
      .toBe(1);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('holds what the shopper saw: a cart changed elsewhere is shown first', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 1 });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText(/Your cart has changed/)).toBeVisible();
    await expect(page.getByText('₹3,996.00')).toHaveCount(2);
    expect(await orderCount(signedInShopper)).toBe(0);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByText('₹3,996.00')).toBeVisible();
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('and the next cart is another order', async ({ page, signedInShopper }) => {
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    const first = page.url();
    await signedInShopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
    await signedInShopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
    await toPayment(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(page.url()).not.toBe(first);
    expect(await orderCount(signedInShopper)).toBe(2);
  });
});

test('the checkout fits a small phone, in both steps', async ({ page, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await expectNoOverflow(page);
});
