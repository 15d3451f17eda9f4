import { emailWhere } from '#test/e2e/support/accounts.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
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

test('the API reference lets a demo shopper try each endpoint', async ({ page }) => {
  await openHydrated(page, '/api/reference');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
  await tap(page.getByRole('button', { name: 'Use a demo shopper' }));
  await expect(page.getByText('Signed in as a demo shopper')).toBeVisible();
  const send = async (key: string) => {
    const summary = page.locator('summary').filter({ hasText: 'Schemas, example and errors' });
    await tap(summary.filter({ hasText: key }).first());
    const form = page.getByRole('form', { name: `Try ${key}`, exact: true });
    await tap(form.getByRole('button', { name: 'Send' }));
    return form.getByRole('status');
  };
  await expect(await send('POST /cart/items')).toContainText('201');
  await expect(await send('GET /cart')).toContainText('Premium Blue Tea Pack');
});
