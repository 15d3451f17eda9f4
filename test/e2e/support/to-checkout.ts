import type { Page } from '@playwright/test';
import { ADDRESS, expect, type SignedInShopper } from './shop.ts';

/** Puts two kinds of tea into the cart and saves an address as the default. */
export async function readyToOrder(shopper: SignedInShopper) {
  await shopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
}

/** Opens the checkout and goes on to its payment step. */
export async function toPayment(page: Page) {
  await page.goto('/checkout');
  const button = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(button).toBeEnabled();
  // The step reads the cart once more: what a test changes afterwards must not be in that response.
  const cart = page.waitForRequest('**/api/cart');
  await button.click();
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
  await (await cart).response();
}

/** How many orders the shopper has. */
export async function orderCount(shopper: SignedInShopper): Promise<number> {
  const answer = await shopper.call('GET', '/orders');
  if (typeof answer === 'object' && answer !== null && 'orders' in answer) {
    if (Array.isArray(answer.orders)) return answer.orders.length;
  }
  throw new Error('no orders in the answer');
}
