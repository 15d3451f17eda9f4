import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold, holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder } from '#test/e2e/support/to-checkout.ts';

// The shopper has already left the page when the shop answers.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });

async function goHome(page: Page) {
  await tap(page.getByRole('banner').getByRole('link', { name: 'Aparajita' }));
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible();
}

/** The page stays open, and the toast leads to the order. */
async function expectLinkToOrder(page: Page, title: string) {
  const toast = page.getByRole('status').filter({ hasText: title });
  const link = toast.getByRole('link', { name: 'View order' });
  await link.focus(); // a message with the focus stays
  await expect(toast).toContainText(/Your order #AP-.* has been placed successfully\./);
  await expect(page).toHaveURL('/');
  await tap(link);
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
}

test('a payment confirmed after the shopper has gone on leaves the open page alone', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await tap(page.getByText('Online Payment (Razorpay)'));
  await tap(placeOrder(page));
  const verified = await holdAnswer(page, '**/api/verify-razorpay-payment');
  const paymentWindow = page.getByRole('dialog', { name: 'Aparajita' });
  await paymentWindow.getByRole('button', { name: /^Pay / }).click();
  await verified.read;
  await goHome(page);
  await verified.release();
  await expectLinkToOrder(page, 'Payment successful!');
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('who has gone on is asked to sign in by a link, and stays on the page', async ({ page }) => {
  const code = await hold(page, /\/assets\/add-to-cart-[^/]*\.js/);
  await openHydrated(page, '/product/1');
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  await tap(page.getByRole('link', { name: 'Back to Shop' }));
  await expect(page).toHaveURL('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  code();
  const toast = page.getByRole('alert').filter({ hasText: 'Sign in required' });
  const link = toast.getByRole('link', { name: 'Sign In' });
  await link.focus(); // a message with the focus stays
  await expect(toast).toContainText('Please sign in to add items to cart');
  await expect(page).toHaveURL('/shop');
  await tap(link);
  await expect(page).toHaveURL('/auth');
});
