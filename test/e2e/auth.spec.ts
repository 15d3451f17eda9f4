import type { Page } from '@playwright/test';
import { type Account, expect, expectAccessible, expectNoOverflow, test } from './shop.ts';

async function signIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test.describe('signing up', () => {
  test('is told, opens no session, and leads to the login with the e-mail filled in', async ({
    page,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full Name').fill('  Asha Rao ');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('steep for five');
    await page.getByLabel('Confirm Password').fill('steep for five');
    await page.getByRole('button', { name: 'Create Account' }).click();

    await expect(page.getByText('Account created!')).toBeVisible();
    await expect(page.getByText('You can now sign in with your credentials.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

    await page.keyboard.type('steep for five');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  });

  test('names what is missing under each field and goes to the first', async ({ page }) => {
    await page.goto('/auth?tab=sign-up');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Full name is required')).toBeVisible();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');

    await page.getByLabel('Full Name').fill('Asha Rao');
    await expect(page.getByText('Full name is required')).toBeHidden();
    await page.getByLabel('Email').fill('asha@example.com');
    await page.getByLabel('Password', { exact: true }).fill('12345678');
    await page.getByLabel('Confirm Password').fill('12345679');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
  });

  test('with a taken address says so and keeps what was typed', async ({ page, account }) => {
    await page.goto('/auth?tab=sign-up');
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('steep for five');
    await page.getByLabel('Confirm Password').fill('steep for five');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('User already registered');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
  });
});

test.describe('signing in', () => {
  test('leads home, and the header is the shopper’s', async ({ page, account }) => {
    await page.goto('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Cart' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  });

  test('with a wrong password stays, says so and keeps what was typed', async ({
    page,
    account,
  }) => {
    await page.goto('/auth');
    await signIn(page, { ...account, password: 'not the password' });
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('without a connection says so in words for people', async ({ page, account }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/');
  });

  test('is not needed again: /auth sends the signed-in home', async ({ page, signedInShopper }) => {
    expect(signedInShopper.email).toContain('@');
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
  });

  test('shows the password to who asks', async ({ page }) => {
    await page.goto('/auth');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('steep for five');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('loses nothing that was typed before the page came alive', async ({ page, account }) => {
    await page.goto('/auth', { waitUntil: 'commit' });
    await signIn(page, account);
    await expect(page).toHaveURL('/');
  });

  test('tells password managers what is what', async ({ page }) => {
    await page.goto('/auth');
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
      'autocomplete',
      'current-password',
    );
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(page.getByLabel('Confirm Password')).toHaveAttribute(
      'autocomplete',
      'new-password',
    );
  });
});

test.describe('the guard', () => {
  test('sends strangers to /auth and back to where they were going', async ({ page, account }) => {
    await page.goto('/shop');
    await page.goto('/account/orders');
    await expect(page).toHaveURL('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/account/orders');
    await page.goBack();
    await expect(page).toHaveURL('/shop'); // the guard took no place in the history
  });

  test('keeps the shopper where they are through a reload', async ({ page, signedInShopper }) => {
    expect(signedInShopper.fullName).toBe('Asha Rao');
    for (const path of ['/account/profile', '/account/addresses', '/account/orders', '/cart']) {
      await page.goto(path);
      await page.reload();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('offers a way out when a session cannot be opened, and opens it afterwards', async ({
    page,
    signedInShopper,
  }) => {
    expect(signedInShopper.email).toContain('@');
    await page.goto('/');
    // The token is past its hour, and the server that would renew it does not answer.
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
      localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
    });
    await page.route('**/auth/v1/token*', (route) => route.abort());
    await page.goto('/cart');
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect(page.getByText('This is taking longer than it should')).toBeVisible({
      timeout: 12_000,
    });
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
    await expectAccessible(page);

    await page.unroute('**/auth/v1/token*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });

  test('lets nobody in whose session has ended on the server', async ({
    page,
    signedInShopper,
    request,
  }) => {
    await page.goto('/account/profile');
    await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('shop-auth') ?? '').access_token,
    );
    await request.post('/auth/v1/logout?scope=global', {
      headers: { authorization: `Bearer ${token}` },
    });
    await page.getByLabel('Full Name').fill('Somebody Else');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL('/auth');
    expect(await page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
    await signIn(page, signedInShopper);
    await expect(page).toHaveURL('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  });
});

test('the account menu is worked by keys, closes on Escape and gives the focus back', async ({
  page,
  signedInShopper,
}) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Account menu' });
  await opener.press('Enter');
  await expect(page.getByText(signedInShopper.fullName)).toBeVisible();
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
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/orders');
  await expect(page.getByRole('menu')).toBeHidden();
});

test.describe('signing out', () => {
  test('is told, closes what was the shopper’s, and lasts', async ({ page, signedInShopper }) => {
    await page.goto('/account/profile');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
    await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
    await expect(page).toHaveURL('/auth');

    // Who chose to leave starts afresh: home, not the page that was left.
    await signIn(page, signedInShopper);
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await page.goto('/cart');
    await expect(page).toHaveURL('/auth');
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
    await signIn(page, { email, password, fullName: 'Ravi Kumar' });
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});

test('visitors download nothing that only shoppers need', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text());
  });
  for (const path of ['/', '/shop', '/product/1', '/about', '/contact']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const all = (await Promise.all(scripts)).join('\n');
  expect(all).toContain('createElement');
  expect(all, 'no auth client').not.toContain('signInWithPassword');
  expect(all, 'no data layer').not.toContain('invalidateQueries');
  expect(all, 'no schemas').not.toContain('Password must be at least');
});

test('both tabs are accessible and fit a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of ['Login', 'Sign Up']) {
    await page.goto('/auth');
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('main').locator('form').getByRole('button').last().click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});
