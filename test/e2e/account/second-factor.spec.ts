import type { Page } from '@playwright/test';
import {
  AuthenticatorApp,
  addApp,
  secondFactorHeading,
  showCode,
  signIn,
} from '#test/e2e/support/accounts.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an authenticator app is added, asked for at every sign-in, and removed again', async ({
    page,
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
    await tap(button(page, 'Sign out everywhere'));
    await expect(page).toHaveURL('/auth');

    await test.step('until it is shown nothing opens: not after a reload, not by the API', async () => {
      await signIn(page, account);
      await expect(secondFactorHeading(page)).toBeVisible();
      await expect(page.getByLabel('Code')).toBeFocused();
      await page.goto('/account/security');
      await expect(secondFactorHeading(page)).toBeVisible();
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('shop-auth') ?? '').access_token,
      );
      const headers = { authorization: `Bearer ${token}` };
      expect((await request.get('/api/cart', { headers })).status()).toBe(401);
      await showCode(page, await app.code());
      await expect(secondFactorHeading(page)).toBeHidden();
    });

    await page.goto('/account/security');
    await tap(button(page, 'Remove Authenticator app'));
    await tap(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await tap(page.getByRole('button', { name: 'Account menu' }));
    await tap(page.getByRole('menuitem', { name: 'Logout' }));
    await signIn(page, account);
    await expect(page).toHaveURL('/');
  });
});

test('a passkey is added and opens the account; where it is not at hand another factor does', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  // A passkey device that Chromium simulates; it confirms every request at once.
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', { options });
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
  await button(page, 'Sign out everywhere').click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, account);
  await button(page, 'Use Laptop').click();
  await expect(page).toHaveURL('/');

  await browser.send('WebAuthn.clearCredentials', { authenticatorId });
  await page.goto('/account/security');
  await button(page, 'Sign out everywhere').click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, account);
  await button(page, 'Use Laptop').click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('No passkey was used. Please try again.');
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
});
