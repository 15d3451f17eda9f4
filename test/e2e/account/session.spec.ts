import type { Page } from '@playwright/test';
import { readScript, requestedScripts } from '#test/e2e/support/libraries.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

test.describe('the guard', () => {
  test('sends strangers to /auth and back to where they were going', async ({ page, account }) => {
    await page.goto('/shop');
    await page.goto('/account/orders');
    await expect(page).toHaveURL('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/account/orders');
    await page.goBack();
    await expect(page).toHaveURL('/shop'); // the redirect to /auth left no entry in the history
  });

  test('keeps the shopper where they are through a reload', async ({
    page,
    signedInShopper: _,
  }) => {
    for (const path of ['/account/profile', '/account/addresses', '/account/orders', '/cart']) {
      await page.goto(path);
      await page.reload();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('offers a way out when a session cannot be opened, and opens it afterwards', async ({
    page,
    signedInShopper: _,
  }) => {
    // The access token has expired, and the server does not answer when the page renews it.
    await expireSession(page);
    // It answers only after the button was pressed: the page also retries by itself, and the button would disappear.
    let reloaded = false;
    await page.route('**/auth/v1/token*', (route) => (reloaded ? route.continue() : route.abort()));
    await page.goto('/cart');
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect(page.getByText('This is taking longer than it should')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
    await expectAccessible(page);

    page.once('framenavigated', () => {
      reloaded = true;
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });

  test('waits for a slow network in sight, and then opens what was asked for', async ({
    page,
    signedInShopper: _,
  }) => {
    await expireSession(page);
    const answers: (() => void)[] = [];
    await page.route('**/auth/v1/token*', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await page.goto('/account/orders');
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await expect(page).toHaveURL('/account/orders');
    for (const answer of answers) answer();
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(page).toHaveURL('/account/orders');
  });

  test('keeps an open page open without a connection, and it goes on when it is back', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await disconnect(page);
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(page).toHaveURL('/account/profile');
    await reconnect(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });

  test('lets nobody in whose session has ended on the server', async ({
    page,
    signedInShopper,
    request,
  }) => {
    const cart = page.waitForResponse('**/api/cart'); // if this came later, its 401 would sign out before the click
    await page.goto('/account/profile');
    await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
    await cart;
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('shop-auth') ?? '').access_token,
    );
    await request.post('/auth/v1/logout?scope=global', {
      headers: { authorization: `Bearer ${token}` },
    });
    await page.getByLabel('Full Name').fill('Somebody Else');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL('/auth');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
    await signIn(page, signedInShopper);
    await expect(page).toHaveURL('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  });
});

/** Opens /robots.txt for it, which runs no scripts: a page would renew the session before the test goes on. */
async function expireSession(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
}

test('the account menu is worked by keys, closes on Escape and gives the focus back', async ({
  page,
  signedInShopper,
}) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Account menu' });
  await opener.press('Enter');
  await expect(page.getByText(signedInShopper.email)).toBeVisible();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/orders');
  await expect(page.getByRole('menu')).toBeHidden();
});

test.describe('signing out', () => {
  test('shows a toast, closes the shopper’s pages, and the next sign-in begins at home', async ({
    page,
    signedInShopper,
  }) => {
    await page.goto('/account/profile');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
    await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
    await expect(page).toHaveURL('/auth');

    // After signing out on purpose, the next sign-in leads to the home page and not to the last page.
    await signIn(page, signedInShopper);
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await page.goto('/cart');
    await expect(page).toHaveURL('/auth');
  });

  test('of a session that the server has ended already is no trouble', async ({
    page,
    signedInShopper: _,
    request,
  }) => {
    const cart = page.waitForResponse('**/api/cart'); // if this came later, its 401 would sign out before the click
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Account menu' });
    await expect(opener).toBeVisible();
    await cart;
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('shop-auth') ?? '').access_token,
    );
    await request.post('/auth/v1/logout?scope=global', {
      headers: { authorization: `Bearer ${token}` },
    });
    await opener.click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
    await expect(page.getByRole('alert').getByText('Error')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('in one tab reaches the other', async ({ page, context, signedInShopper }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    const other = await context.newPage();
    await other.goto('/account/profile');
    await expect(other.getByLabel('Email')).toHaveValue(signedInShopper.email);
    await page.goto('/');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/auth');
    await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('reaches a page that comes back out of the back/forward cache', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toBeVisible();
    await page.evaluate(() => {
      // A page in the back/forward cache gets no storage events from other tabs.
      localStorage.removeItem('shop-auth');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Full Name')).toBeHidden();
  });

  test('leaves nothing of the last shopper to the next', async ({ page, signedInShopper }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    await page.goto('/cart');
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');

    const email = `${crypto.randomUUID()}@example.com`;
    const password = 'steep for five';
    await page.request.post('/auth/v1/signup', {
      data: { email, password, data: { full_name: 'Ravi Kumar' } },
    });
    await signIn(page, { email, password });
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
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

for (const [device, ahead] of [
  ['70 minutes fast', 70],
  ['5½ hours slow', -330],
] as const) {
  // Hours are simulated in app/shell/session/session-storage.test.ts.
  test(`on a device that is ${device} no page replaces the tokens`, async ({ page, account }) => {
    let replaced = 0;
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) replaced += 1;
    });
    await page.addInitScript((ms) => {
      const { now } = Date;
      Date.now = () => now() + ms;
    }, ahead * 60_000);
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
    expect(replaced).toBe(0);
  });
}
