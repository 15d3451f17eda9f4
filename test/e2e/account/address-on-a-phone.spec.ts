import type { Page } from '@playwright/test';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#test/e2e/support/shop.ts';

// The form for a new address asks only for what the shop does not know yet.
test.use(PHONE);
test.beforeEach('signed in', ({ signedInShopper: _ }) => {});

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label);

/** Waits for the profile first: the form then opens with the shopper's name, and with the focus on the first empty field. */
async function openForm(page: Page) {
  const profile = page.waitForResponse('**/api/profile');
  await page.goto('/account/addresses');
  await (await profile).finished();
  await page.getByRole('button', { name: 'Add Your First Address' }).tap();
  await expect(field(page, 'Full Name')).toHaveValue('Asha Rao');
}

async function typePin(page: Page, pin: string) {
  await field(page, 'Postal Code').fill('');
  await field(page, 'Postal Code').pressSequentially(pin);
}

async function expectPlace(page: Page, city: string, state: string) {
  await expect(field(page, 'City')).toHaveValue(city);
  await expect(field(page, 'State')).toHaveValue(state);
}

test.describe('a PIN code', () => {
  test('fills in the state, and the city where it is sure', async ({ page }) => {
    await openForm(page);
    await typePin(page, '560034');
    await expectPlace(page, 'Bengaluru', 'Karnataka');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
      'Filled in from the postal code: Bengaluru, Karnataka',
    );
    await typePin(page, '413 001');
    await expectPlace(page, '', 'Maharashtra');
    await typePin(page, '673310'); // Mahe, or Kerala
    await expectPlace(page, '', '');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
  });

  test('never changes a state that the shopper has chosen', async ({ page }) => {
    await openForm(page);
    await field(page, 'State').selectOption('Goa');
    await field(page, 'City').fill('Panjim');
    await typePin(page, '560034');
    await expectPlace(page, 'Panjim', 'Goa');
  });

  test('never changes what the shopper has corrected', async ({ page }) => {
    await openForm(page);
    await typePin(page, '560034');
    await field(page, 'City').fill('Bangalore');
    await typePin(page, '400050');
    await expectPlace(page, 'Bangalore', 'Maharashtra');
    await field(page, 'City').fill('Mumbai');
    await typePin(page, '560034');
    await expectPlace(page, 'Mumbai', 'Karnataka');
  });

  test('removes the error of a field that it fills in', async ({ page }) => {
    await openForm(page);
    await page.getByRole('button', { name: 'Save Address' }).tap();
    await expect(page.getByText('State is required')).toBeVisible();
    await typePin(page, '560034');
    await expect(page.getByText('State is required')).toBeHidden();
    await expect(page.getByText('City is required')).toBeHidden();
  });

  test('of another country fills in nothing', async ({ page }) => {
    await openForm(page);
    await field(page, 'Country').fill('Nepal');
    await typePin(page, '400050');
    await expectPlace(page, '', '');
  });

  test('of an address that is edited does not change its city and state', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/addresses', ADDRESS);
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Edit' }).tap();
    await typePin(page, '560034');
    await expectPlace(page, 'Mumbai', 'Maharashtra');
  });
});

test('the focus is on the first empty field, and Next goes to the following ones', async ({
  page,
}) => {
  await openForm(page);
  for (const [label, text, key] of [
    ['Phone Number', '9876543210', 'next'],
    ['Postal Code', '400050', 'next'],
    ['Address Line 1', '12 Hill Road', 'next'],
    ['Address Line 2', 'Bandra', 'go'], // city and state are known
  ] as const) {
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toHaveAttribute('enterkeyhint', key);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('Address added')).toBeVisible();
  const saved = page.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
  await expect(saved).toContainText('Mumbai, Maharashtra 400050');
  await expect(saved.getByText('Default')).toBeVisible();
});

test('name and phone are typed once: they reach the profile, and the next address', async ({
  page,
}) => {
  await openForm(page);
  await field(page, 'Phone Number').fill('9876543210');
  await typePin(page, '400050');
  await field(page, 'Address Line 1').fill('12 Hill Road');
  await page.getByRole('button', { name: 'Save Address' }).tap();
  await expect(page.getByText('Address added')).toBeVisible();
  await page.getByRole('button', { name: 'Add Address' }).tap();
  await expect(field(page, 'Full Name')).toHaveValue('Asha Rao');
  await expect(field(page, 'Phone Number')).toHaveValue('9876543210');
  await expect(page.getByLabel('Set as default address')).not.toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('link', { name: 'Profile' }).tap();
  await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210');
});

test('a profile that loads late does not overwrite what was typed meanwhile', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/profile', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/account/addresses');
  await page.getByRole('button', { name: 'Add Your First Address' }).tap();
  await field(page, 'Full Name').fill('Meera Rao');
  const told = page.waitForResponse('**/api/profile');
  answer();
  await told;
  await expect(field(page, 'Phone Number')).toHaveValue('');
  await expect(field(page, 'Full Name')).toHaveValue('Meera Rao');
});

test('the only address is chosen at the checkout, also when it is entered anew', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await signedInShopper.call('POST', '/addresses', ADDRESS); // not the default
  for (const way of ['/checkout', '/cart', '/checkout'] as const) {
    await page.goto(way);
    if (way === '/cart') await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await page.getByRole('button', { name: 'Continue to Payment' }).tap();
    await expect(page.getByText('Address selected')).toBeVisible();
  }
});
