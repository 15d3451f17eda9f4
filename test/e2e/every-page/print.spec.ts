import type { Page } from '@playwright/test';
import { idOf } from '#test/e2e/support/id-of.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { ADDRESS, expect, openHydrated, test } from '#test/e2e/support/shop.ts';

/** How many sheets of A4 the page is printed on. */
async function sheets(page: Page): Promise<number> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return file.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('an order is printed on one sheet with all that one files it for, also one of every product, and a product with its picture on two', async ({
  page,
  signedInShopper,
}) => {
  const { address, order: filed } = await fill(signedInShopper);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: null, colorScheme });
    await page.goto(`/account/orders/${filed}`);
    const heading = page.getByRole('heading', { name: /^Order #/ });
    await expect(heading).toBeVisible();
    await expect.poll(() => sheets(page)).toBe(1);

    await page.emulateMedia({ media: 'print', colorScheme });
    const main = page.getByRole('main');
    await expect(heading).toBeVisible();
    const kept = ['Placed on', 'Dried Aparajita Flowers', 'Qty: 1 × ₹499.00', 'Total', '₹499.00'];
    const known = ['Cash on Delivery (COD)', ADDRESS.full_name, ADDRESS.address_line1, 'Bandra'];
    for (const words of [...kept, ...known]) {
      await expect(main.getByText(words).filter({ visible: true }).first()).toBeVisible();
    }
    const mark = main.getByRole('img', { name: 'Aparajita' });
    await expect(mark).toBeVisible();
    await expect(mark).toHaveJSProperty(
      'currentSrc',
      new URL('/pictures/logo.svg', page.url()).href,
    );
    for (const role of ['banner', 'contentinfo', 'navigation', 'button', 'textbox'] as const) {
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
    }
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
    await expect(heading).toHaveCSS('color', 'rgb(31, 27, 86)');
  }
  await page.emulateMedia({ media: null });

  await signedInShopper.call('DELETE', '/cart');
  const ids = ['1', '2', '3', '4', '5', '6'];
  for (const id of ids) {
    await signedInShopper.call('POST', '/cart/items', { product_id: id, quantity: 2 });
  }
  const order = { shipping_address_id: address, payment_method: 'cod', total_amount: 12_188 };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const id = idOf(await signedInShopper.call('POST', '/orders', order, key));
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole('heading', { name: /^Order #/ })).toBeVisible();
  await expect.poll(() => sheets(page)).toBe(1);

  await page.emulateMedia({ media: null });
  // The rules for print come with the full style sheet, after the first paint.
  await openHydrated(page, '/product/2');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => sheets(page)).toBe(2);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  const pictures = main.getByRole('region', { name: /^Pictures of/ }).getByRole('img');
  await expect(pictures.filter({ visible: true })).toHaveCount(1);
  expect((await pictures.first().boundingBox())?.width).toBeGreaterThan(200);
  for (const words of ['Back to Shop', 'View larger']) {
    await expect(main.getByText(words).filter({ visible: true })).toHaveCount(0);
  }
});
