import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('while the server is away nothing is lost or doubled: order and form are sent when it is back', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await ownShop.stop();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
  await ownShop.start();
  // A shop that has just started may be slow or refuse once more. Shoppers try again, and it is still one order.
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Place Order' })
      .click({ timeout: 1_000 })
      .catch(() => {});
    await expect(page).toHaveURL(/\/account\/orders\//);
  }).toPass({ timeout: 20_000 });
  await expect(page.getByText('Order placed!')).toBeVisible();
  expect(await orderCount(signedInShopper)).toBe(1);

  // A form that was filled in meanwhile loses nothing either.
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  // Opens the page once, so that its data is there when the server stops.
  await page.getByRole('link', { name: 'Addresses' }).click();
  await expect(page.getByText('12 Marine Drive')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await ownShop.stop();
  await page.getByLabel('Full Name').fill('Asha Iyer');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
  await ownShop.start();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
});
