import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
import { showCode } from '#test/e2e/support/second-factor.ts';
import {
  signIn as anotherSession,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  test,
} from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

/** Types into the form that changes the password, and sends it. */
async function changePassword(page: Page, [current, next, again = next]: string[]) {
  await page.getByLabel('Current Password', { exact: true }).fill(current ?? '');
  await page.getByLabel('New Password', { exact: true }).fill(next ?? '');
  await page.getByLabel('Confirm New Password', { exact: true }).fill(again ?? '');
  await page.getByRole('button', { name: 'Update Password' }).click();
}

/** Signs the same shopper in on another device (another browser context), and opens this page there. */
async function onAnotherDevice(page: Page, shopper: SignedInShopper, path: string): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser');
  const other = await (await browser.newContext()).newPage();
  await other.goto('/auth');
  await signIn(other, shopper);
  await expect(other).toHaveURL('/');
  await other.goto(path);
  return other;
}

test('nothing that can be tapped moves while the page loads', async ({
  page,
  signedInShopper: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await hold(page, '**/api/sessions');
  const factors = page.waitForResponse('**/auth/v1/user');
  await page.goto('/account/security');
  await factors;
  const email = page.getByRole('button', { name: 'Change email' });
  await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible();
  await expect(email).toHaveCount(0);
  release();
  await expect(email).toBeVisible();
  const box = await email.boundingBox();
  await expect(page.getByText('This device')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await email.boundingBox()).toEqual(box);
});

test.describe('the password', () => {
  test('is changed by who knows the current one; this session stays, others end', async ({
    page,
    signedInShopper,
  }) => {
    const other = await onAnotherDevice(page, signedInShopper, '/account/profile');
    await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
    await page.goto('/account/security');
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
    await changePassword(page, [signedInShopper.password, 'another pot of tea']);
    await expect(page.getByText('Password updated')).toBeVisible();
    await expect(page.getByText('Your password has been updated successfully.')).toBeVisible();
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();

    await other.getByLabel('Full Name').fill('Somebody Else');
    await other.getByRole('button', { name: 'Save Changes' }).click();
    await expect(other).toHaveURL('/auth');
    await signIn(other, signedInShopper);
    await expect(other.getByRole('alert')).toContainText('Invalid login credentials');
    await signIn(other, { ...signedInShopper, password: 'another pot of tea' });
    await expect(other).toHaveURL('/account/profile');
    await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
    await other.context().close();
  });

  test('stays when the current one is wrong, which is told at its field', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/security');
    await changePassword(page, ['not the password', 'another pot of tea']);
    await expect(page.getByRole('alert')).toContainText('The current password is not correct.');
    const current = page.getByLabel('Current Password', { exact: true });
    await expect(current).toHaveAccessibleDescription('The current password is not correct.');
    await expect(current).toBeFocused();
    await expect(page.getByLabel('New Password', { exact: true })).toHaveValue(
      'another pot of tea',
    );
  });

  test('keeps its rules, each told under its field', async ({ page, signedInShopper }) => {
    await page.goto('/account/security');
    await changePassword(page, ['', 'short', 'shorter']);
    const current = page.getByLabel('Current Password', { exact: true });
    const next = page.getByLabel('New Password', { exact: true });
    await expect(current).toHaveAccessibleDescription('Current password is required');
    await expect(current).toBeFocused();
    await expect(next).toHaveAccessibleDescription(/Password must be at least 8 characters/);
    await changePassword(page, ['anything', 'long enough', 'long enouhg']);
    await expect(page.getByLabel('Confirm New Password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
    const { password } = signedInShopper;
    for (const [again, told] of [
      ['jaimatadi', /Too many people use this password/],
      [password, /should be different/],
    ] as const) {
      await changePassword(page, [password, again]);
      await expect(next).toHaveAccessibleDescription(told);
      await expect(next).toBeFocused();
      await expect(page.getByLabel('Confirm New Password')).toHaveValue(again);
    }
  });

  test('without a connection stays, and nothing typed is lost', async ({
    page,
    signedInShopper,
  }) => {
    await page.goto('/account/security');
    await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
    await disconnect(page);
    await changePassword(page, [signedInShopper.password, 'another pot of tea']);
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await reconnect(page);
    const answer = await hold(page, '**/auth/v1/user/password');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled();
    answer();
    await expect(page.getByText('Password updated')).toBeVisible();
  });

  test('whose change was not answered may have changed: the next press says so, and asks to sign in', async ({
    page,
    signedInShopper,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/account/security');
    await loseAnswers(page, '**/auth/v1/user/password');
    await changePassword(page, [signedInShopper.password, 'another pot of tea']);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We could not reach the shop.');
    await page.unroute('**/auth/v1/user/password');
    await tap(page.getByRole('button', { name: 'Update Password' }));
    await expect(page).toHaveURL('/auth');
    await expect(
      alert.filter({ hasText: 'Please sign in again. What you changed may have been saved.' }),
    ).toBeVisible();
    await signIn(page, { ...signedInShopper, password: 'another pot of tea' });
    await expect(page).toHaveURL('/account/security');
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  });

  test('that was changed is told by email', async ({ page, request, signedInShopper }) => {
    await page.goto('/account/security');
    await changePassword(page, [signedInShopper.password, 'another pot of tea']);
    await expect(page.getByText('Password updated')).toBeVisible();
    await expect
      .poll(async () => (await emailsTo(request, signedInShopper.email)).map((m) => m.subject), {
        timeout: 20_000,
      })
      .toContain('Your password was changed');
  });
});

test.describe('signing out everywhere', () => {
  test('ends a stolen session at once', async ({ page, browser, signedInShopper }) => {
    await page.goto('/account/security');
    const stolen = await page.evaluate(() => localStorage.getItem('shop-auth') ?? '');
    const thief = await (await browser.newContext()).newPage();
    await thief.goto('/about');
    await thief.evaluate((session) => localStorage.setItem('shop-auth', session), stolen);
    await thief.goto('/account/profile');
    await expect(thief.getByLabel('Email')).toHaveValue(signedInShopper.email);

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();

    const { access_token } = JSON.parse(stolen);
    const asked = await thief.request.get('/api/profile', {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(asked.status()).toBe(401);
    await thief.goto('/account/profile');
    await expect(thief).toHaveURL('/auth');
    expect(await thief.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
    await thief.context().close();
  });

  test('reaches the other tab, and leaves no way back by the browser’s history', async ({
    page,
    context,
    signedInShopper,
  }) => {
    const other = await context.newPage();
    await other.goto('/account/profile');
    await expect(other.getByLabel('Email')).toHaveValue(signedInShopper.email);
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(other).toHaveURL('/auth');
    await expect(other.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeHidden();
  });

  test('without a connection says so and signs nobody out', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/security');
    await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
    await disconnect(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await reconnect(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  });
});

test.describe('where one is signed in', () => {
  test('lists no device that a change has just signed out', async ({
    page,
    request,
    signedInShopper,
  }) => {
    const others = page.getByRole('button', { name: 'Sign out all others' });
    await anotherSession(request, signedInShopper);
    await page.goto('/account/security');
    await expect(others).toBeVisible();
    await changePassword(page, [signedInShopper.password, 'another pot of tea']);
    await expect(page.getByText('Password updated')).toBeVisible();
    await expect(others).toHaveCount(0);

    await anotherSession(request, { ...signedInShopper, password: 'another pot of tea' });
    await page.reload();
    await expect(others).toBeVisible();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = await page.getByRole('dialog').locator('code').textContent();
    await showCode(page, await new AuthenticatorApp(secret ?? '').code());
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('Authenticator app added')).toBeVisible();
    await expect(others).toHaveCount(0);
  });

  test('keeps the focus when a device was signed out, also with a confirmation before', async ({
    page,
    request,
    signedInShopper,
  }) => {
    const heading = page.getByRole('heading', { name: 'Where you are signed in' });
    const one = page.getByRole('list').getByRole('button', { name: /^Sign out / });
    for (const press of [one, page.getByRole('button', { name: 'Sign out all others' })]) {
      await anotherSession(request, signedInShopper);
      await page.goto('/account/security');
      await press.click();
      const confirmation = page.getByRole('dialog', { name: 'Sign out other devices' });
      const done = page.getByText('Signed out', { exact: true });
      await expect(confirmation.or(done).first()).toBeVisible();
      if (await confirmation.isVisible()) {
        await confirmation.getByLabel('Password', { exact: true }).fill(signedInShopper.password);
        await confirmation.getByRole('button', { name: 'Confirm' }).click();
      }
      await expect(done).toBeVisible();
      await expect(press).toHaveCount(0);
      await expect(heading).toBeFocused();
    }
  });
});

test('second factors that cannot be read say so, and are read again on request', async ({
  page,
  signedInShopper: _,
}) => {
  await page.route('**/auth/v1/user', (route) => route.abort());
  await page.goto('/account/security');
  await expect(page.getByText('We could not reach the shop.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/auth/v1/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
});

test('Security stands in the account’s entries, is private, accessible, and fits a small phone', async ({
  page,
  signedInShopper: _,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/account/profile');
  await page.getByRole('navigation', { name: 'Account' }).getByText('Security').click();
  await expect(page).toHaveURL('/account/security');
  await expect(page).toHaveTitle('Security | Aparajita');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
