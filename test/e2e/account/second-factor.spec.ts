import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  addApp,
  addVirtualAuthenticator,
  secondFactorHeading,
  showCode,
} from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('shop-auth') ?? ''));

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an authenticator app is added, asked for at every sign-in, and removed again', async ({
    page,
    signedInShopper,
  }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/account/security');
    await tap(button('Add authenticator app'));
    const dialog = page.getByRole('dialog');
    await tap(button('Continue'));
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    const app = new AuthenticatorApp((await dialog.locator('code').textContent()) ?? '');
    await dialog.getByLabel('Code').fill((await app.code()).replace(/^.../, '$& '));
    await tap(button('Verify'));
    await tap(button('I have saved them'));
    await expect(page.getByText('Authenticator app added')).toBeVisible();
    await expect(page.getByText('On', { exact: true })).toBeVisible();
    await page.reload(); // this session has already given the second factor
    const apps = page.getByRole('region', { name: 'Authenticator apps' });
    await expect(apps.getByText('Authenticator app', { exact: true })).toBeVisible();

    await tap(button('Sign out everywhere'));
    await expect(page).toHaveURL('/auth');
    await signIn(page, signedInShopper);
    await expect(secondFactorHeading(page)).toBeVisible();
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    await tap(button('Remove Authenticator app'));
    await tap(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await page.goto('/account/profile'); // the session is still valid
    await expect(page.getByLabel('Email')).toHaveValue(signedInShopper.email);
    await page.getByRole('button', { name: 'Account menu' }).tap();
    await page.getByRole('menuitem', { name: 'Logout' }).tap();
    await signIn(page, signedInShopper);
    await expect(page).toHaveURL('/');
  });
});

test('until the second factor is shown nothing opens: not after a reload, not in another tab, not by the API', async ({
  page,
  context,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  await page.goto('/account/orders');
  await expect(page).toHaveURL('/auth');
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  for (const path of ['/cart', '/checkout', '/account/profile', '/account/security', '/auth']) {
    await page.goto(path);
    await expect(secondFactorHeading(page)).toBeVisible();
    // The checkout's header has no links to the account or to sign in.
    const link = page.getByRole('link', { name: 'Sign In' });
    await expect(link).toHaveCount(path === '/checkout' ? 0 : 1);
  }
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(secondFactorHeading(other)).toBeVisible();
  const { access_token } = await storedSession(page);
  const answer = await request.get('/api/cart', {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(answer.status()).toBe(401);

  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Sign in required')).toBeVisible();
  await expect(secondFactorHeading(page)).toBeVisible();
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await expect(other.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible(); // the other tab too
  // The wanted product is added after the second factor, and only once, whichever tab is first.
  await expect(async () => {
    await other.reload();
    await expect(other.getByText('₹499.00').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a stored session from before the account had a second factor asks when the server says so', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  await page.goto('/auth');
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();
  await page.goto('/about');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    session.user.factors = [];
    localStorage.setItem('shop-auth', JSON.stringify(session));
  });
  await page.goto('/cart');
  await expect(secondFactorHeading(page)).toBeVisible();
  await showCode(page, await app.code());
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a passkey is added once a device and opens the account; where it is not at hand another factor does', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  const key = await addVirtualAuthenticator(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add passkey or security key' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const keys = page.getByRole('region', { name: 'Passkeys and security keys' });
  await expect(keys.getByText('Laptop')).toBeVisible();
  // A device that already has a passkey of this account creates no second one.
  await page.getByRole('button', { name: 'Add passkey or security key' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('No passkey was used.');
  await page.keyboard.press('Escape');

  // Removing a factor asks for one of those that are left.
  await page.getByRole('button', { name: 'Remove Pixel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(secondFactorHeading(page)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use Laptop' }).click();
  await expect(keys).toBeVisible();
  await expect(page.getByRole('region', { name: 'Authenticator apps' })).toBeHidden();

  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.getByRole('dialog').locator('code').textContent();
  const another = new AuthenticatorApp(secret ?? '');
  await page
    .getByRole('dialog')
    .getByLabel('Code')
    .fill(await another.code());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Authenticator app added')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/auth');
  await key.forget();
  await signIn(page, account);
  await page.getByRole('button', { name: 'Use Laptop' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('No passkey was used. Please try again.');
  await showCode(page, await another.code());
  await expect(page).toHaveURL('/');
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a request with a token from before a factor was added signs nobody out', async ({
  page,
  signedInShopper: _,
}) => {
  await addVirtualAuthenticator(page);
  const [verified, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The cart is requested with the old token: the server has replaced it, but the page does not know the new one yet.
  await page.route('**/api/cart', async (route) => {
    await verified.promise;
    await route.continue();
  });
  await page.route('**/auth/v1/factors/*/verify', async (route) => {
    const response = await route.fetch();
    verified.resolve();
    await refused.promise;
    await route.fulfill({ response });
  });
  await page.route('**/auth/v1/token?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response });
    expect(await response.json()).toMatchObject({ code: 'refresh_token_already_used' });
    refused.resolve();
  });
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add passkey or security key' }).click();
  const cart = page.waitForResponse(
    (response) => response.url().endsWith('/api/cart') && response.ok(),
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await cart;
  await expect(page).toHaveURL('/account/security');
});

test('a tab whose token a second step in another tab has replaced goes on, also in the middle of a request', async ({
  page,
  context,
  account,
  request,
}) => {
  const app = await addApp(request, account);
  const other = await context.newPage();
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await other.goto('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(account.fullName);

  // The other tab sends its request with the old token, which is no longer valid when the request arrives.
  const arrive = await hold(other, '**/api/profile');
  await other.getByLabel('Full Name').fill('Asha R. Rao');
  const sent = other.waitForRequest('**/api/profile');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await sent;
  const session = await storedSession(page);
  const factor = session.user.factors[0].id;
  const headers = { authorization: `Bearer ${session.access_token}` };
  const asked = await request.post(`/auth/v1/factors/${factor}/challenge`, { headers, data: {} });
  const { id: challenge_id } = await asked.json();
  await page.evaluate(
    async ([path, token, body]) => {
      // Does what auth-js does in this tab: verify the factor, and store the session for all tabs.
      const answer = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      });
      const raised = await answer.json();
      localStorage.setItem('shop-auth', JSON.stringify(raised));
    },
    [
      `/auth/v1/factors/${factor}/verify`,
      session.access_token,
      JSON.stringify({ challenge_id, code: await app.code() }),
    ] as const,
  );
  const refused = await request.get('/api/profile', { headers });
  expect(refused.status(), 'the token from before').toBe(401);
  arrive();
  await expect(other.getByText('Profile updated')).toBeVisible();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha R. Rao');
});
