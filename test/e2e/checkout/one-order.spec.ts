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
});
