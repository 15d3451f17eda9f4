import { PHONE } from '#test/e2e/support/phone.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

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
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoOverflow(page);
  await expectAccessible(page);

  await page.setViewportSize(PHONE.viewport);
  await openHydrated(page, '/api/reference');
  await expect(page.getByRole('form')).toHaveCount(1); // the newsletter's: nobody is a demo shopper yet
  await tap(page.getByRole('button', { name: 'Use a demo shopper' }));
  await expect(page.getByText('Signed in as a demo shopper')).toBeVisible();
  const send = async (key: string, id?: string) => {
    const summary = page.locator('summary').filter({ hasText: 'Schemas, example and errors' });
    await tap(summary.filter({ hasText: key }).first());
    const form = page.getByRole('form', { name: `Try ${key}`, exact: true });
    if (id) await form.getByLabel(/^id/).fill(id);
    await tap(form.getByRole('button', { name: 'Send' }));
    return form.getByRole('status');
  };
  await expect(await send('POST /cart/items')).toContainText('201');
  await expect(await send('GET /cart')).toContainText('Premium Blue Tea Pack');
  await expect(await send('GET /orders/{id}', 'nothing')).toContainText('order_not_found');

  await tap(page.getByRole('link', { name: 'Aparajita' }).first());
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
});
