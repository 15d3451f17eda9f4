import { hold } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

test.describe('signing up', () => {
  test('shows a toast, opens no session, and leads to a login form that is filled in', async ({
    page,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await page.goto('/auth'); // it opens at Sign Up: this browser knows no account
    await page.getByLabel('Full Name').fill('  Asha Rao ');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('steep for five');
    await page.getByLabel('Confirm Password').fill('steep for five');
    const answer = await hold(page, '**/auth/v1/signup*');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
    answer();

    await expect(
      page.getByText('Account created! You can now sign in with your credentials.'),
    ).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('steep for five');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  });

  test('names what is missing under each field and goes to the first', async ({ page }) => {
    await page.goto('/auth?tab=sign-up');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const name = page.getByLabel('Full Name');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Full name is required');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Password must be at least 8 characters/,
    );
    await name.fill('A'.repeat(101));
    await expect(name).toHaveAccessibleDescription('Must be at most 100 characters');

    await name.fill('Asha Rao');
    await expect(page.getByText('Must be at most 100 characters')).toBeHidden();
    await page.getByLabel('Email').fill('asha@example.com');
    await page.getByLabel('Password', { exact: true }).fill('12345678');
    await page.getByLabel('Confirm Password').fill('12345679');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
  });

  test('a password is judged while it is typed, for screen readers once they pause', async ({
    page,
  }) => {
    await page.goto('/auth?tab=sign-up');
    const password = page.getByLabel('Password', { exact: true });
    const spoken = page.getByRole('main').getByRole('status').and(page.locator('p'));
    await expect(password).toHaveAccessibleDescription(
      'At least 8 characters, and not one that many people use',
    );
    await page.getByLabel('Full Name').fill('Asha Rao');
    for (const [typed, told] of [
      ['passwor', '1 more character'],
      ['password', 'Too many people use this password. Choose another one.'],
      ['Asha-Rao-99', 'This is little more than your name. Add another word.'],
      ['Asha@1234', 'Good to use'],
    ] as const) {
      await password.fill(typed);
      await expect(password).toHaveAccessibleDescription(told);
      await expect(spoken).not.toHaveText(told);
      await expect(spoken).toHaveText(told);
    }
    await expectAccessible(page);
  });

  test('with a common password that the browser does not know keeps what was typed', async ({
    page,
  }) => {
    await page.goto('/auth?tab=sign-up');
    const password = page.getByLabel('Password', { exact: true });
    const again = page.getByLabel('Confirm Password');
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await password.fill('jaimatadi');
    await again.fill('steep for five');
    await expect(password).toHaveAccessibleDescription('Good to use');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(again).toHaveAccessibleDescription("Passwords don't match");
    await again.fill('jaimatadi');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(
      'Too many people use this password. Choose another one.',
    );
    await expect(again).toHaveValue('jaimatadi');
    await password.fill('steep for five');
    await expect(password).toHaveAccessibleDescription('Good to use');
    await expect(again).toHaveAccessibleDescription("Passwords don't match");
    await again.fill('steep for five');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account created!')).toBeVisible();
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
  test('with a wrong password stays, says so and keeps what was typed', async ({
    page,
    account,
  }) => {
    await page.goto('/auth');
    await signIn(page, { ...account, password: 'not the password' });
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
    await expect(page).toHaveURL('/auth?tab=login');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('names what is wrong under each field', async ({ page }) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    for (const email of ['', 'asha', 'asha@nowhere', `${'a'.repeat(250)}@b.com`]) {
      await page.getByLabel('Email').fill(email);
      await password.fill('1234567');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
      await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters');
      await page.getByLabel('Email').fill('asha@example.com');
      await expect(page.getByText('Invalid email address')).toBeHidden();
    }
    await password.fill('12345678');
    await expect(page.getByText('Password must be at least 8 characters')).toBeHidden();
  });

  test('trims the email, says that it is under way, and leads home, where the header is the shopper’s', async ({
    page,
    account,
  }) => {
    const answer = await hold(page, '**/auth/v1/token*');
    await page.goto('/auth');
    await signIn(page, { ...account, email: `  ${account.email} ` });
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    answer();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Cart' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  });

  test('without a connection says so in words for people', async ({ page, account }) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await disconnect(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    // The focus moves to no field: that would open a phone's keyboard although nothing has to be corrected.
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
    await reconnect(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/');
  });

  test('is not needed again: /auth sends the signed-in home', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
  });

  test('shows the password to who asks, and tells password managers what is what', async ({
    page,
  }) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('steep for five');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');

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

  test('is what /auth opens at where an account is known, also after signing out', async ({
    page,
    account,
  }) => {
    await page.goto('/auth');
    const tab = (name: string) => page.getByRole('tab', { name, selected: true });
    await expect(tab('Sign Up')).toBeVisible();
    await signIn(page, account);
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.goto('/auth');
    await expect(tab('Login')).toBeVisible();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.reload();
    await expect(tab('Sign Up')).toBeVisible();
  });
});

test('both tabs are accessible and fit a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of ['Login', 'Sign Up']) {
    await page.goto('/auth');
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await page.getByRole('main').locator('form').getByRole('button').last().click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});
