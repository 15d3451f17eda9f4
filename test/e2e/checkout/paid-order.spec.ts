import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('an order paid with test money: confirmed for its shopper, nothing to pack for staff, no money to return', async ({
  page,
  browser,
  baseURL,
  request,
  signedInShopper,
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
  const number = (await heading.textContent())?.replace('Order #', '') ?? '';
  await page.goto('/account/orders');
  await page.getByRole('link', { name: new RegExp(number) }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: /^Confirmed/ })).toBeVisible();
  await expect(main.getByText('Packed, still to come')).toBeVisible();
  await expect(main.getByText('Confirmed, still to come')).toHaveCount(0);

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await (await demoOwner(request)).signInto(context);
  const staff = await context.newPage();
  await staff.goto('/admin');
  const line = staff.getByRole('listitem').filter({ hasText: number });
  await expect(line.getByText('Test payment', { exact: true })).toBeVisible();
  await staff.goto('/admin/orders');
  await expect(line.getByText('Test payment', { exact: true })).toBeVisible();
  await expect(line.getByText('To pack', { exact: true })).toHaveCount(0);
  await line.getByRole('link').first().click();
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(staff.getByText('Test payment', { exact: true })).toBeVisible();
  await context.close();

  await main.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(dialog).toContainText('No real payment was taken.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main.getByText(/^No real payment was taken: the refund of ₹/)).toBeVisible();
  await expect(main.getByText(/goes back to the account/)).toHaveCount(0);
});
