import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/shop.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

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

test.describe('one order, and only one', () => {
  test.beforeEach(async ({ page, signedInShopper }) => {
    await readyToOrder(signedInShopper);
    await toPayment(page);
  });

  test('is placed by a double click', async ({ page, signedInShopper }) => {
    await page.getByRole('button', { name: 'Place Order' }).dblclick();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('is pending: the button says so and ignores further clicks', async ({ page }) => {
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

  test('is placed by a second try after a lost response', async ({ page, signedInShopper }) => {
    await loseFirstAnswer(page);
    // The cart cannot be read: it would be empty by now, and the page would then look for the order by itself.
    await page.route('**/api/cart', (route) => route.abort());
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText(
      'We could not reach the shop.',
    );
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText('Order placed!')).toBeVisible();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('is placed when the page is reloaded before the response, and is found again', async ({
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

  test('is placed by two tabs that order at once', async ({ page, context, signedInShopper }) => {
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
    await expect(page.getByText('₹3,996.00').filter({ visible: true })).toHaveCount(2);
    expect(await orderCount(signedInShopper)).toBe(0);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByText('₹3,996.00', { exact: true })).toBeVisible();
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test('is placed for each cart: the next one is another order', async ({
    page,
    signedInShopper,
  }) => {
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
