import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  addApp,
  addVirtualAuthenticator,
  secondFactorHeading,
  showCode,
} from '#test/e2e/support/second-factor.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an authenticator app is added, asked for at every sign-in, and removed again', async ({
    page,
    context,
    request,
    account,
  }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/auth');
    await signIn(page, account);
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    await tap(button(page, 'Add authenticator app'));
    await tap(button(page, 'Continue'));
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    const app = new AuthenticatorApp((await dialog.locator('code').textContent()) ?? '');
    await dialog.getByLabel('Code').fill((await app.code()).replace(/^.../, '$& '));
    await tap(button(page, 'Verify'));
    await tap(button(page, 'I have saved them'));
    await expect(page.getByText('Authenticator app added')).toBeVisible();
    await expect(page.getByText('On', { exact: true })).toBeVisible();
    await page.reload(); // this session has already given the second factor
    const apps = page.getByRole('region', { name: 'Authenticator apps' });
    await expect(apps.getByText('Authenticator app', { exact: true })).toBeVisible();
    await tap(button(page, 'Sign out everywhere'));
    await expect(page).toHaveURL('/auth');

    await test.step('until it is shown nothing opens: not after a reload, not in another tab, not by the API', async () => {
      await signIn(page, account);
      await expect(secondFactorHeading(page)).toBeVisible();
      await expect(page.getByLabel('Code')).toBeFocused();
      for (const path of ['/checkout', '/account/profile', '/account/security', '/auth']) {
        await page.goto(path);
        await expect(secondFactorHeading(page)).toBeVisible();
      }
      // A session that was stored before the account had a second factor: then only the server asks for it.
      await page.goto('/about');
      const token = await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
        session.user.factors = [];
        localStorage.setItem('shop-auth', JSON.stringify(session));
        return session.access_token;
      });
      const headers = { authorization: `Bearer ${token}` };
      expect((await request.get('/api/cart', { headers })).status()).toBe(401);
      await page.goto('/cart');
      await expect(secondFactorHeading(page)).toBeVisible();
      const other = await context.newPage();
      await other.goto('/cart');
      await expect(secondFactorHeading(other)).toBeVisible();

      await page.goto('/product/1');
      await tap(page.getByRole('button', { name: 'Add to Cart' }));
      await expect(page.getByText('Sign in required')).toBeVisible();
      await showCode(page, await app.code());
      await expect(page).toHaveURL('/');
      await expect(other.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible();
      // The wanted product is added after the second factor, and only once, whichever tab is first.
      await expect(async () => {
        await other.reload();
        await expect(other.getByText('₹499.00').first()).toBeVisible({ timeout: 2000 });
      }).toPass();
      await other.close();
    });

    await page.goto('/account/security');
    await tap(button(page, 'Remove Authenticator app'));
    await tap(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await page.goto('/account/profile'); // the session is still valid
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await tap(page.getByRole('button', { name: 'Account menu' }));
    await tap(page.getByRole('menuitem', { name: 'Logout' }));
    await signIn(page, account);
    await expect(page).toHaveURL('/');
  });
});

test('a passkey is added once a device and opens the account; where it is not at hand another factor does', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  const key = await addVirtualAuthenticator(page);
  const dialog = page.getByRole('dialog');
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await button(page, 'Add passkey or security key').click();
  await page.getByLabel('Name').fill('Laptop');
  await button(page, 'Continue').click();
  await button(page, 'I have saved them').click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const keys = page.getByRole('region', { name: 'Passkeys and security keys' });
  await expect(keys.getByText('Laptop')).toBeVisible();
  // A device that already has a passkey of this account creates no second one.
  await button(page, 'Add passkey or security key').click();
  await button(page, 'Continue').click();
  await expect(dialog.getByRole('alert')).toContainText('No passkey was used.');
  await page.keyboard.press('Escape');

  // Removing a factor asks for one of those that are left.
  await button(page, 'Remove Pixel').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(secondFactorHeading(page)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeHidden();
  await button(page, 'Use Laptop').click();
  await expect(keys).toBeVisible();
  await expect(page.getByRole('region', { name: 'Authenticator apps' })).toBeHidden();

  await button(page, 'Add authenticator app').click();
  await button(page, 'Continue').click();
  const another = new AuthenticatorApp((await dialog.locator('code').textContent()) ?? '');
  await dialog.getByLabel('Code').fill(await another.code());
  await button(page, 'Verify').click();
  await expect(page.getByText('Authenticator app added')).toBeVisible();
  await button(page, 'Sign out everywhere').click();
  await expect(page).toHaveURL('/auth');
  await key.forget();
  await signIn(page, account);
  await button(page, 'Use Laptop').click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('No passkey was used. Please try again.');
  await showCode(page, await another.code());
  await expect(page).toHaveURL('/');
});
