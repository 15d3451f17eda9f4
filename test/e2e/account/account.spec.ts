import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { idOf } from '#test/e2e/support/id-of.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { ADDRESS, expect, expectAccessible, test } from '#test/e2e/support/shop.ts';

test.beforeEach('signed in', ({ signedInShopper: _ }) => {});

test.describe('the profile', () => {
  test('is changed and lasts; the email stays', async ({ page, signedInShopper }) => {
    await page.goto('/account');
    await expect(page).toHaveURL('/account/profile');
    await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
    await expect(page.getByText('Update your account details')).toBeVisible();
    await expect(page.getByText('Email cannot be changed')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    const answer = await hold(page, '**/api/profile');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer();
    await expect(page.getByText('Profile updated')).toBeVisible();
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

  test('needs a name, and no phone', async ({ page }) => {
    await page.goto('/account/profile');
    await page.getByLabel('Full Name').fill('   ');
    await page.getByLabel('Phone Number').fill('1'.repeat(21));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
      'Must be at most 20 characters',
    );
    await page.getByLabel('Full Name').fill('A'.repeat(101));
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(
      'Must be at most 100 characters',
    );
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Phone Number').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });
});

test('what belongs to somebody is not written for nobody', async ({ page }) => {
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  // The browser has deleted the shop's data without an event to this page. Deleting and clicking happen in one task:
  // otherwise another read of the session could leave the page before the button is clicked.
  await page.getByRole('button', { name: 'Save Changes' }).evaluate((save: HTMLElement) => {
    localStorage.removeItem('shop-auth');
    save.click();
  });
  await expect(page.getByRole('alert')).toContainText('Error');
  await expect(page.getByRole('alert')).toContainText('No user');
});

test.describe('orders', () => {
  test('start with none and a way to the shop', async ({ page }) => {
    await page.goto('/account/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start shopping' })).toHaveAttribute(
      'href',
      '/shop',
    );
  });

  test('show three thumbnails and the number of further items', async ({
    page,
    signedInShopper,
  }) => {
    const address = await signedInShopper.call('POST', '/addresses', ADDRESS);
    for (const product_id of ['1', '2', '4', '5', '6']) {
      await signedInShopper.call('POST', '/cart/items', { product_id, quantity: 1 });
    }
    await signedInShopper.call(
      'POST',
      '/orders',
      {
        shipping_address_id: idOf(address),
        payment_method: 'cod',
        total_amount: 499 + 799 + 899 + 599 + 1999,
      },
      { 'idempotency-key': crypto.randomUUID() },
    );
    await page.goto('/account/orders');
    const card = page.getByRole('region', { name: 'My Orders' }).getByRole('listitem');
    await expect(card.locator('img')).toHaveCount(3);
    await expect(card.getByText('+2')).toBeVisible();
    await expect(card.getByText('5 items')).toBeVisible();
    await expect(card.getByText('₹4,795.00')).toBeVisible();
    await expect(card.getByText('Pending')).toBeVisible();
    await expect(card).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4}/);
    await expectAccessible(page);
  });

  test('are listed newest first, each a link to its page', async ({ page, signedInShopper }) => {
    const address = await signedInShopper.call('POST', '/addresses', ADDRESS);
    const totals = ['₹499.00', '₹799.00', '₹1,299.00'];
    for (const [index, total_amount] of [499, 799, 1299].entries()) {
      await signedInShopper.call('POST', '/cart/items', {
        product_id: `${index + 1}`,
        quantity: 1,
      });
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
    for (const [index, total] of totals.toReversed().entries()) {
      await expect(cards.nth(index)).toContainText(total);
    }
    await cards.nth(2).click();
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByText('Qty: 1 × ₹499.00')).toBeVisible();
    await expect(page.getByText(/^Placed on/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeVisible();
    await page.getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/account/orders');
  });

  test('load page by page, and the focus moves to the first new one', async ({
    page,
    signedInShopper,
  }) => {
    test.slow();
    const address = await signedInShopper.call('POST', '/addresses', ADDRESS);
    for (let number = 0; number < 23; number += 1) {
      await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
      await signedInShopper.call(
        'POST',
        '/orders',
        { shipping_address_id: idOf(address), payment_method: 'cod', total_amount: 499 },
        { 'idempotency-key': crypto.randomUUID() },
      );
    }
    await page.goto('/account/orders');
    const cards = page.getByRole('link', { name: /Order #/ });
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    await expect(cards.first()).toContainText('1 item');
    await expect(cards.first()).not.toContainText('1 items');
    const first = await cards.count();
    await disconnect(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await reconnect(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(cards).toHaveCount(23);
    await expect(cards.nth(first)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
    const links = await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(links).size).toBe(23);
  });

  test('of another shopper, or that do not exist, are not found', async ({ page }) => {
    for (const id of [crypto.randomUUID(), 'not-an-id']) {
      await page.goto(`/account/orders/${id}`);
      await expect(page.getByText('Order not found')).toBeVisible();
    }
  });
});

test('every page of the account is titled, private and marked in its menu', async ({ page }) => {
  for (const [path, title, entry] of [
    ['/account/profile', 'Profile', 'Profile'],
    ['/account/addresses', 'Saved Addresses', 'Addresses'],
    ['/account/orders', 'My Orders', 'Orders'],
  ]) {
    await page.goto(path ?? '');
    await expect(page).toHaveTitle(`${title} | Aparajita`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: entry }),
    ).toHaveAttribute('aria-current', 'page');
  }
});

/** The line above the items of the account menu. */
function menuHeading(page: Page) {
  return page.locator('.menu > p');
}
