import { fill } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('each page of the account is titled, private and marked in its menu; a changed profile lasts, orders are the newest first', async ({
  page,
  signedInShopper,
}) => {
  await test.step('its pages', async () => {
    await page.goto('/account');
    await expect(page).toHaveURL('/account/profile');
    for (const [entry, title, heading] of [
      ['Addresses', 'Saved Addresses', 'Saved Addresses'],
      ['Orders', 'My Orders', 'My Orders'],
      ['Security', 'Security', 'Where you are signed in'],
      ['Profile', 'Profile', 'Profile Information'],
    ] as const) {
      const link = page
        .getByRole('navigation', { name: 'Account' })
        .getByRole('link', { name: entry });
      await link.click();
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Aparajita`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  });
  await test.step('its profile', async () => {
    await expect(page.getByText('Update your account details')).toBeVisible();
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
    await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98765 43210');
    await expect(page.locator('.menu > p')).toHaveText('Asha Iyer');
  });
  await test.step('its orders', async () => {
    const { address } = await fill(signedInShopper);
    const order = { shipping_address_id: address, payment_method: 'cod', total_amount: 1198 };
    const key = { 'idempotency-key': crypto.randomUUID() };
    await signedInShopper.call('POST', '/orders', order, key);
    await page.goto('/account/orders');
    const cards = page.getByRole('link', { name: /Order #/ });
    await expect(cards).toContainText(['₹1,198.00', '₹499.00']);
    await cards.nth(1).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByText('Qty: 1 × ₹499.00')).toBeVisible();
    await page.getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/account/orders');
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an address is typed once: it reaches the profile, the next address and the checkout', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    const field = (label: string) => page.getByRole('dialog').getByLabel(label);
    const saved = page.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
    await page.goto('/account/addresses');
    await tap(page.getByRole('button', { name: 'Add Your First Address' }));
    await expect(field('Full Name')).toHaveValue('Asha Rao');
    await field('Phone Number').fill('9876543210');
    await field('Postal Code').pressSequentially('560034');
    await expect(field('City')).toHaveValue('Bengaluru');
    await field('Address Line 1').fill('12 Hill Road');
    await tap(page.getByRole('button', { name: 'Save Address' }));
    await expect(saved).toContainText('Bengaluru, Karnataka 560034');

    // A new default takes the place of the old one.
    await tap(page.getByRole('button', { name: 'Add Address' }));
    await expect(field('Phone Number')).toHaveValue('9876543210');
    await field('Postal Code').pressSequentially('400020');
    await field('Address Line 1').fill('12 Marine Drive');
    await field('Set as default address').check();
    await tap(page.getByRole('button', { name: 'Save Address' }));
    await expect(saved).toHaveCount(2);
    await expect(saved.first()).toContainText('Mumbai');
    await tap(saved.first().getByRole('button', { name: /^Delete/ }));
    await expect(saved).toHaveCount(1);
    await tap(page.getByRole('link', { name: 'Profile' }));
    await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210');

    // The only address is chosen at the checkout, though it is not the default.
    await page.goto('/checkout');
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await expect(page.getByText('Address selected')).toBeVisible();
  });
});
