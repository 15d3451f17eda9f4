import { emailWhere } from '#test/e2e/support/accounts.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('every page says at its top that it is a demo, and a cash order and its email that nothing is sent', async ({
  page,
  request,
  signedInShopper,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/auth', '/account/profile', '/no-such']) {
    await page.goto(path);
    const notice = page.getByRole('complementary', { name: 'Demo' });
    await expect(notice).toHaveText('Demo: nothing is charged or sent. Mailbox');
    await expect(notice).toBeInViewport({ ratio: 1 });
  }
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/\/account\/orders\//);
  const words = 'This is a demo: no real payment is taken, and nothing is sent.';
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible();
  const { email } = signedInShopper;
  await emailWhere(request, ({ to, text }) => to === email && text.includes(words));
});

test('the API reference sends a shopper’s requests with their token', async ({
  page,
  request,
  account,
}) => {
  const token = await request.post('/auth/v1/token?grant_type=password', { data: account });
  await page.goto('/api/reference');
  await tap(page.getByRole('button', { name: 'Authorize' }));
  await page.getByLabel('auth-bearer-value').fill((await token.json()).access_token);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const endpoint = page.locator('#operations-cart-post_cart_items');
  await endpoint.getByRole('button').first().press('Enter');
  await tap(endpoint.getByRole('button', { name: 'Try it out' }));
  await endpoint.getByRole('textbox').fill('{"product_id":"1","quantity":2}');
  await tap(endpoint.getByRole('button', { name: 'Execute' }));
  await expect(endpoint.locator('.live-responses-table')).toContainText('201');
});
