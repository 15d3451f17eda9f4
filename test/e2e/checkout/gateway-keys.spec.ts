import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { readyToOrder } from '#test/e2e/support/pages.ts';
import { expect } from '#test/e2e/support/shop.ts';

// A shop with keys for the real gateway. No request ever reaches that.
test.use({
  ownSettings: {
    RAZORPAY_KEY_ID: 'rzp_test_AbCdEf123456',
    RAZORPAY_KEY_SECRET: 'a secret of sixteen letters',
    RAZORPAY_WEBHOOK_SECRET: 'another secret of sixteen',
  },
});

test('a link to the checkout loads its own document, once, whose policy alone allows the payment window', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await ownShop.sql(`update products set stock = 7 where id = '5'`);
  await pretendRazorpay(page);
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'];
  expect(await policyOf('/cart')).not.toContain('https:');
  expect(await policyOf('/checkout')).toContain('https://checkout.razorpay.com');
  let documents = 0;
  page.on('request', (asked) => {
    if (asked.isNavigationRequest()) documents += 1;
  });
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('note')).toHaveText(/being tested: no real payment is taken/);
  const opened = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  expect(await opened()).toMatch(/\/checkout$/);
  expect(documents).toBe(2); // the cart's and one of its own

  // The gateway itself does not answer: that is told, and nothing is charged or ordered.
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert')).toContainText('The payment service is not responding');
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByRole('region', { name: /^Your items are reserved/ })).toBeHidden();
  expect(await signedInShopper.call('GET', '/orders')).toMatchObject({ orders: [] });
  const { rows } = await ownShop.sql(`select stock from products where id = '5'`);
  expect(rows).toEqual([{ stock: 7 }]);
});

/** Answers all requests to the gateway, so that none leaves this machine. */
async function pretendRazorpay(page: Page) {
  await page.route(/^https:\/\/[a-z-]+\.razorpay\.com\//, (route) =>
    route.fulfill({ body: '', contentType: 'text/javascript' }),
  );
}
