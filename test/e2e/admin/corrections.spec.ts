import { openAsOwner, openQueue, rows, statusMessage, test } from '#test/e2e/support/admin.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test.use(PHONE);

test('a refund that the gateway refused is sent by hand, and the order is done with', async ({
  page,
  browser,
  baseURL,
  ownShop,
  signedInShopper,
  demoOrders: _,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page
    .getByRole('dialog', { name: 'Aparajita' })
    .getByRole('button', { name: /^Pay / })
    .click();
  const heading = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(heading).toBeVisible();
  const number = /AP-\w{3}-\w{3}/.exec((await heading.textContent()) ?? '')?.[0];
  await ownShop.sql(
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, status)
     select payment_id, user_id, 10000, 'goodwill', 'refused-' || id, 'failed' from orders where order_number = $1`,
    [number],
  );

  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const staff = await context.newPage();
  await openAsOwner(staff);
  await openQueue(staff, 'refunds_failed');
  await tap(rows(staff).filter({ hasText: number }).getByRole('link').first());
  await tap(staff.getByRole('button', { name: 'Refunded by hand' }));
  const dialog = staff.getByRole('dialog', { name: `Refund ${number}` });
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('100');
  await expectInside(dialog);
  await expectAccessible(staff);
  await dialog.getByLabel('Reference').fill('UTR12345');
  await tap(dialog.getByRole('button', { name: 'Record ₹100.00' }));
  await expect(statusMessage(staff, `Refund of ₹100.00 for ${number} recorded`)).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Refunded by hand' })).toHaveCount(0);
  await staff.goto('/admin/orders?queue=refunds_failed');
  await expect(staff.getByText('No refund has failed.')).toBeVisible();
  await context.close();
});

test('a product that was added by mistake is removed after a question, and one that was sold cannot be', async ({
  admin,
  ownShop,
}) => {
  await ownShop.sql(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, ingredients,
      rating, review_count, popularity, stock, active)
    values ('mistake', 'Added by mistake', 'X', 'X', 100, '50g', '', '{}', 'gift-set', 'X', 4, 1, 1, 0, false)`);
  await admin.goto('/admin/products/1');
  await expect(admin.getByRole('link', { name: 'Preview' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Remove', exact: true })).toHaveCount(0);
  await admin.goto('/admin/products/mistake');
  const remove = admin.getByRole('button', { name: 'Remove', exact: true });
  await tap(remove);
  const dialog = admin.getByRole('dialog', { name: 'Remove Added by mistake?' });
  await expectAccessible(admin);
  await tap(dialog.getByRole('button', { name: 'Keep it' }));
  await tap(remove);
  await tap(dialog.getByRole('button', { name: 'Remove' }));
  await expect(statusMessage(admin, 'Added by mistake removed')).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Products' })).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Added by mistake' })).toHaveCount(0);
});
