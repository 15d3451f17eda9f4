import type { Page } from '@playwright/test';
import { readScript, requestedScripts } from '#test/e2e/support/libraries.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
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
  for (const path of ['/account/profile', '/account/addresses', '/account/orders', '/cart']) {
    await page.goto(path);
    await page.reload();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('signing out closes the shopper’s pages and leaves nothing to the next one, who begins at home', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.goto('/account/profile');
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await logOut(page);
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();

  const email = `${crypto.randomUUID()}@example.com`;
  const password = 'steep for five';
  await page.request.post('/auth/v1/signup', {
    data: { email, password, data: { full_name: 'Ravi Kumar' } },
  });
  await signIn(page, { email, password });
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await logOut(page);
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto('/cart');
  await expect(page).toHaveURL('/auth');
});

test('signing out in one tab, or everywhere, reaches the other, and leaves no way back by the history', async ({
  page,
  context,
  signedInShopper,
}) => {
  const other = await context.newPage();
  await other.goto('/account/profile');
  await expect(other.getByLabel('Email')).toHaveValue(signedInShopper.email);
  await page.goto('/');
  await logOut(page);
  await expect(other).toHaveURL('/auth');
  await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible();

  await signIn(other, signedInShopper);
  await expect(other).toHaveURL(/\/$|profile/);
  await other.goto('/account/profile');
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeHidden();
});

test('a session that has ended on the server lets nobody in, and the next sign-in comes back', async ({
  page,
  signedInShopper,
  request,
}) => {
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

/** Opens /robots.txt for it, which runs no scripts: a page would renew the session before the test goes on. */
async function expireSession(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
}

test('a session that cannot be renewed yet is waited for in sight, with a way out, and then opens the page', async ({
  page,
  signedInShopper: _,
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
  await expectAccessible(page);
  page.once('framenavigated', () => {
    reloaded = true;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();

  await page.unroute('**/auth/v1/token*');
  await expireSession(page);
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token*', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.goto('/account/orders');
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
  await asked.promise;
  await expect(page).toHaveURL('/account/orders');
  answer.resolve();
  await expect(page.getByText('No orders yet')).toBeVisible();
});

test('visitors download nothing that only shoppers need', async ({ page }) => {
  const scripts = requestedScripts(page);
  for (const path of ['/', '/shop', '/product/1', '/about', '/contact']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const all = [...scripts].map(readScript).join('\n');
  expect(all).toContain('createElement');
  expect(all, 'no auth client').not.toContain('signInWithPassword');
  expect(all, 'no data layer').not.toContain('invalidateQueries');
  expect(all, 'no schemas').not.toContain('Password must be at least');
});

// Hours are simulated in app/shell/session/session-storage.test.ts.
test('on a device whose clock is 70 minutes fast, or 5½ hours slow, no page replaces the tokens', async ({
  browser,
  account,
}) => {
  for (const minutes of [70, -330]) {
    const page = await (await browser.newContext()).newPage();
    const replaced: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) replaced.push(page.url());
    });
    await page.addInitScript((ms) => {
      const { now } = Date;
      Date.now = () => now() + ms;
    }, minutes * 60_000);
    await page.goto('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/');
    // With the auth client, which signing in has downloaded, and then from the storage.
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    for (const path of ['/account/orders', '/account/profile']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    }
    expect(replaced, `${minutes} minutes`).toEqual([]);
    await page.context().close();
  }
});
