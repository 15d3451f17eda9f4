import type { Page } from '@playwright/test';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

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
  for (const path of ['/account/profile', '/cart']) {
    await page.goto(path);
    await page.reload();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('signing out closes the shopper’s pages in every tab, and leaves nothing to the next one or to the history', async ({
  page,
  context,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  const other = await context.newPage();
  await other.goto('/account/profile');
  await expect(other.getByLabel('Email')).toHaveValue(signedInShopper.email);
  await page.goto('/account/security');
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await logOut(page);
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeHidden();
  await page.goto('/auth');
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();

  const next = { email: `${crypto.randomUUID()}@example.com`, password: 'steep for five' };
  await page.request.post('/auth/v1/signup', { data: { ...next, data: { full_name: 'Ravi' } } });
  await signIn(page, next);
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await other.goto('/account/profile');
  await expect(other.getByLabel('Email')).toHaveValue(next.email);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
});

/** Opens /robots.txt for it, which runs no scripts: a page would renew the session before the test goes on. */
async function expireSession(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
}

test('a session that cannot be renewed yet is waited for in sight, and one that has ended on the server lets nobody in', async ({
  page,
  signedInShopper,
  request,
}) => {
  await expireSession(page);
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

  const cart = page.waitForResponse('**/api/cart'); // if this came later, its 401 would sign out before the click
  await page.goto('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
  await cart;
  const { access_token } = JSON.parse((await storedSession(page)) ?? '');
  await request.post('/auth/v1/logout?scope=global', {
    headers: { authorization: `Bearer ${access_token}` },
  });
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => storedSession(page)).toBeNull();
  await signIn(page, signedInShopper);
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
});

test('a new password ends other sessions and a copy of this one; its owner goes on, and is told by email', async ({
  page,
  browser,
  request,
  signedInShopper,
}) => {
  const NEW = 'another pot of tea';
  await page.goto('/account/security');
  const stolen = (await storedSession(page)) ?? '';
  const thief = await (await browser.newContext()).newPage();
  await thief.goto('/about');
  await thief.evaluate((session) => localStorage.setItem('shop-auth', session), stolen);
  await thief.goto('/account/profile');
  await expect(thief.getByLabel('Email')).toHaveValue(signedInShopper.email);
  const other = await (await browser.newContext()).newPage();
  await other.goto('/account/profile');
  await signIn(other, signedInShopper);
  await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);

  await page.getByLabel('Current Password', { exact: true }).fill(signedInShopper.password);
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Your password has been updated successfully.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();

  const headers = { authorization: `Bearer ${JSON.parse(stolen).access_token}` };
  expect((await request.get('/api/profile', { headers })).status()).toBe(401);
  await thief.goto('/account/profile');
  await expect(thief).toHaveURL('/auth');
  expect(await storedSession(thief)).toBeNull();
  await other.getByLabel('Full Name').fill('Somebody Else');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other).toHaveURL('/auth');
  await signIn(other, { ...signedInShopper, password: NEW });
  await expect(other).toHaveURL('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
  await Promise.all([thief, other].map((device) => device.context().close()));
  await expect
    .poll(async () => (await emailsTo(request, signedInShopper.email)).map((m) => m.subject), {
      timeout: 20_000,
    })
    .toContain('Your password was changed');
});

// Otherwise a link could sign visitors in to the account of an attacker, who would see their addresses and orders.
test('a link that brings a session signs nobody in', async ({ page, request, account }) => {
  for (const link of ['/#', '/auth?', '/reset-password#type=recovery&']) {
    const answer = await request.post('/auth/v1/token?grant_type=password', { data: account });
    const { access_token, refresh_token } = await answer.json();
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

  // The protocol's own links bring one as well.
  await request.post('/auth/v1/recover', { data: { email: account.email } });
  const emailed = await emailedLink(request, account.email, 'Reset your password');
  const followed = `/auth/v1/verify?${new URLSearchParams({
    token: new URL(emailed).searchParams.get('token_hash') ?? '',
    type: 'recovery',
    redirect_to: '/reset-password',
  })}`;
  await page.goto(followed);
  await expect(page.getByText('Please open this page from the link in our email.')).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await page.goto(followed);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});
