import type { Page } from '@playwright/test';
import { idOf } from '#test/e2e/support/id-of.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('every page of the account is titled, private, marked in its menu, accessible and fits a small phone', async ({
  page,
  signedInShopper: _,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/account');
  await expect(page).toHaveURL('/account/profile');
  for (const [entry, title, heading] of [
    ['Profile', 'Profile', 'Profile Information'],
    ['Addresses', 'Saved Addresses', 'Saved Addresses'],
    ['Orders', 'My Orders', 'My Orders'],
    ['Security', 'Security', 'Where you are signed in'],
  ] as const) {
    const link = page
      .getByRole('navigation', { name: 'Account' })
      .getByRole('link', { name: entry });
    await link.click();
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect.soft(page).toHaveTitle(`${title} | Aparajita`);
    await expect.soft(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect.soft(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
    await expect.soft(link).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

/** The line above the items of the account menu. */
const menuHeading = (page: Page) => page.locator('.menu > p');

test('the profile is changed and lasts; the email stays', async ({ page, signedInShopper }) => {
  await page.goto('/account/profile');
  await expect(page.getByText('Update your account details')).toBeVisible();
  await expect(page.getByText('Email cannot be changed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('Full Name').fill('Asha Iyer');
  await page.getByLabel('Phone Number').fill('+91 98765 43210');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
  await expect(menuHeading(page)).toHaveText('Asha Iyer');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
  await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98765 43210');
  await expect(menuHeading(page)).toHaveText('Asha Iyer');
  // Other pages show the email, which they know from the session. They do not fetch the profile just for the name.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(menuHeading(page)).toHaveText(signedInShopper.email);
  expect(asked).not.toContain('/api/profile');
});

test('orders are listed newest first, each a link to its page; another’s is not found', async ({
  page,
  signedInShopper,
}) => {
  const address = await signedInShopper.call('POST', '/addresses', ADDRESS);
  const totals = ['₹499.00', '₹799.00', '₹1,299.00'];
  for (const [index, total_amount] of [499, 799, 1299].entries()) {
    await signedInShopper.call('POST', '/cart/items', { product_id: `${index + 1}`, quantity: 1 });
    await signedInShopper.call(
      'POST',
      '/orders',
      { shipping_address_id: idOf(address), payment_method: 'cod', total_amount },
      { 'idempotency-key': crypto.randomUUID() },
    );
  }
  await page.goto('/account/orders');
  const cards = page.getByRole('link', { name: /Order #/ });
  await expect(cards).toHaveCount(3);
  for (const [index, total] of totals.toReversed().entries())
    await expect(cards.nth(index)).toContainText(total);
  await expectAccessible(page);
  await cards.nth(2).click();
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Qty: 1 × ₹499.00')).toBeVisible();
  await expect(page.getByText(/^Placed on/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeVisible();
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/account/orders');
  for (const id of [crypto.randomUUID(), 'not-an-id']) {
    await page.goto(`/account/orders/${id}`);
    await expect(page.getByText('Order not found')).toBeVisible();
  }
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
    await expect(field('State')).toHaveValue('Karnataka');
    await field('Address Line 1').fill('12 Hill Road');
    await tap(page.getByRole('button', { name: 'Save Address' }));
    await expect(page.getByText('Your address has been added successfully.')).toBeVisible();
    await expect(saved).toContainText('Bengaluru, Karnataka 560034');
    await expect(saved.getByText('Default')).toBeVisible();

    // A new default takes the place of the old one.
    await tap(page.getByRole('button', { name: 'Add Address' }));
    await expect(field('Phone Number')).toHaveValue('9876543210');
    await field('Postal Code').pressSequentially('400020');
    await field('Address Line 1').fill('12 Marine Drive');
    await field('Set as default address').check();
    await tap(page.getByRole('button', { name: 'Save Address' }));
    await expect(saved).toHaveCount(2);
    await expect(saved.filter({ hasText: 'Default' })).toHaveCount(1);
    await expect(saved.first()).toContainText('Mumbai');
    await tap(saved.first().getByRole('button', { name: /^Delete/ }));
    await expect(saved).toHaveCount(1);
    await tap(page.getByRole('link', { name: 'Profile' }));
    await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210');

    // The only address is chosen at the checkout, though it is not the default, also when that is entered anew.
    for (const way of ['/checkout', '/cart', '/checkout'] as const) {
      await page.goto(way);
      if (way === '/cart') await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
      await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
      await tap(page.getByRole('button', { name: 'Continue to Payment' }));
      await expect(page.getByText('Address selected')).toBeVisible();
    }
  });
});
