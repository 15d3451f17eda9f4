import { openAsOwner } from '#test/e2e/support/admin.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('a payment with an offer that is disputed: Today leads to it, and a refund is warned of', async ({
  page,
  browser,
  baseURL,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  const window = page.getByRole('dialog', { name: 'Aparajita' });
  await window.getByText('Make something go wrong').click();
  await window.getByLabel('After you pay').selectOption('offer');
  await window.getByRole('button', { name: /^Pay / }).click();
  const heading = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(heading).toBeVisible();
  const number = /AP-\w{3}-\w{3}/.exec((await heading.textContent()) ?? '')?.[0];
  await page.goto('/account/orders');
  await page.getByRole('link', { name: new RegExp(`${number}`) }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(/^₹[\d,.]+, with an offer$/)).toBeVisible();
  await expectAccessible(page);
  await ownShop.sql(
    `insert into disputes (id, payment_id, user_id, amount_paise, deducted_paise, reason, phase, status, respond_by, created_at)
     select 'disp_AAAAAAAAAAAAAA', payment_id, user_id, 10000, 0, 'goods_or_services_not_received', 'chargeback', 'open',
       now() + interval '3 days', now()
     from orders where order_number = $1`,
    [number],
  );

  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const staff = await context.newPage();
  await openAsOwner(staff);
  await staff.goto('/admin');
  const line = staff.getByRole('listitem').filter({ hasText: 'Disputed payments to answer' });
  await tap(line.getByRole('link', { name: /^Look/ }));
  await tap(staff.getByRole('listitem').filter({ hasText: number }).getByRole('link').first());
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(`${number}`);
  const warning = /bank disputes ₹100\.00 of this payment .* the customer gets the money twice/;
  await expect(staff.getByText(warning)).toBeVisible();
  await expect(staff.getByText(/^to be answered by /)).toBeVisible();
  await expect(staff.getByText('Paid, with an offer')).toBeVisible();
  await tap(staff.getByRole('button', { name: 'Refund', exact: true }));
  const dialog = staff.getByRole('dialog', { name: `Refund ${number}` });
  await expect(dialog.getByText(warning)).toBeVisible();
  await expectInside(dialog);
  await expectAccessible(staff);
  await context.close();
});
