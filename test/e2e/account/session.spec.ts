import type { Page } from '@playwright/test';
import { newEmail, signIn } from '#test/e2e/support/accounts.ts';
import { expect, signIn as openSession, test } from '#test/e2e/support/shop.ts';

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('shop-auth'));

test('the guard sends strangers to /auth and back to where they were going, and keeps them there', async ({
  page,
  account,
}) => {
  await page.goto('/shop');
  await page.goto('/account/orders');
  await expect(page).toHaveURL('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/account/orders');
  await page.goBack();
  await expect(page).toHaveURL('/shop'); // the redirect to /auth left no entry in the history
  await page.goto('/auth');
  await expect(page).toHaveURL('/'); // signing in is not needed again
});

test('signing out leaves nothing to the next shopper or to the history', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.goto('/account/security');
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeHidden();
  await page.goto('/auth');
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();

  const next = { email: newEmail(), password: 'steep for five' };
  await page.request.post('/auth/v1/signup', { data: next });
  await signIn(page, next);
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(next.email);
});

test('a session that cannot be renewed yet is waited for in sight, and the page goes on when it is there', async ({
  page,
  signedInShopper: _,
}) => {
  await page.goto('/robots.txt'); // which runs no scripts: a page would renew the session before the test goes on
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
  // The server answers only after the button was pressed: the page also retries by itself.
  let reloaded = false;
  await page.route('**/auth/v1/token*', (route) => (reloaded ? route.continue() : route.abort()));
  await page.goto('/account/orders');
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
  await expect(page).toHaveURL('/account/orders');
  await expect(page.getByText('This is taking longer than it should')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  page.once('framenavigated', () => {
    reloaded = true;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
});

// Otherwise a link could sign visitors in to the account of an attacker, who would see their addresses and orders.
test('a link that brings a session signs nobody in', async ({ page, request, account }) => {
  for (const link of ['/#', '/auth?', '/reset-password#type=recovery&']) {
    const { access_token, refresh_token } = await openSession(request, account);
    const session = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
    });
    // If only the fragment changed, the browser would not load the document again.
    await page.goto('about:blank');
    await page.goto(`${link}${session}`);
    await page.waitForLoadState('networkidle');
    expect(await storedSession(page), link).toBeNull();
  }
});
