import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('the reference shows every shape, fits every window, is accessible, and lets a demo shopper try each endpoint', async ({
  page,
}) => {
  await openHydrated(page, '/api/reference');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await expect(page.getByText('total_amount').first()).toBeVisible();
  await expect(page.getByText('idempotency_key_reused').first()).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoOverflow(page);
  await expectAccessible(page);

  // In a demo each endpoint can be tried, and none before one is a demo shopper.
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/api/reference');
  await expect(page.getByRole('form')).toHaveCount(1); // the newsletter's
  await tap(page.getByRole('button', { name: 'Use a demo shopper' }));
  await expect(page.getByText('Signed in as a demo shopper')).toBeVisible();
  const open = async (key: string) => {
    await tap(
      page
        .locator('summary')
        .filter({ hasText: 'Schemas, example and errors' })
        .filter({ hasText: key })
        .first(),
    );
    return page.getByRole('form', { name: `Try ${key}`, exact: true });
  };
  const add = await open('POST /cart/items');
  await tap(add.getByRole('button', { name: 'Send' }));
  await expect(add.getByRole('status')).toContainText('201');
  const cart = await open('GET /cart');
  await tap(cart.getByRole('button', { name: 'Send' }));
  await expect(cart.getByRole('status')).toContainText('Premium Blue Tea Pack');
  const order = await open('GET /orders/{id}');
  await order.getByLabel(/^id/).fill('nothing');
  await tap(order.getByRole('button', { name: 'Send' }));
  await expect(order.getByRole('status')).toContainText('order_not_found');

  await page.getByRole('link', { name: 'Aparajita' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
});
