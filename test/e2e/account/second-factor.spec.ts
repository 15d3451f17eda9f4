import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
import {
  addApp,
  addVirtualAuthenticator,
  secondFactorHeading,
  showCode,
} from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';

test.describe('an authenticator app', () => {
  test('is added by its QR code or secret and a code, and then asked for at every sign-in', async ({
    page,
    context,
    signedInShopper,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/account/security');
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
    await dialog.getByLabel('Name').fill('  Pixel of Asha ');
    await dialog.getByRole('button', { name: 'Continue' }).click();

    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect((await dialog.locator('code').textContent())?.replaceAll(' ', '')).toBe(secret);
    await expect(dialog.getByRole('link', { name: 'open it on this device' })).toHaveAttribute(
      'href',
      new RegExp(`^otpauth://totp/Aparajita.*secret=${secret}`),
    );
    await expect(dialog.getByText('Keep the secret in a safe place')).toBeVisible();

    const app = new AuthenticatorApp(secret);
    await showCode(page, '000000');
    await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/);
    await showCode(page, (await app.code()).replace(/^.../, '$& '));
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Authenticator app added')).toBeVisible();
    await expect(page.getByText('On', { exact: true })).toBeVisible();
    const apps = page.getByRole('region', { name: 'Authenticator apps' });
    await expect(apps.getByText('Pixel of Asha')).toBeVisible();
    await expect(apps.getByText(/^Added on [A-Z][a-z]{2} \d{2}, \d{4}$/)).toBeVisible();
    await expect(page.getByText('Add another one.')).toBeVisible();

    await page.reload(); // this session has already given the second factor
    await expect(apps.getByText('Pixel of Asha')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/auth');
    await signIn(page, signedInShopper);
    await expect(secondFactorHeading(page)).toBeVisible();
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Cart' })).toBeVisible();
  });

  test('begun and left does not count, and its name is free again', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/security');
    for (const leave of ['Escape', 'reload', 'nothing']) {
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
      if (leave === 'Escape') await page.keyboard.press('Escape');
      if (leave === 'reload') await page.reload();
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Authenticator apps' })).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what is wrong with a code is read above the dialog’s buttons', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await showCode(page, '000000');
    const told = page.getByText('This code is wrong');
    await expect(told).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isHitByTap(told)).toBe(true);
  });

  test('what to do with new recovery codes is whole in the first window', async ({
    page,
    signedInShopper: _,
  }) => {
    await addVirtualAuthenticator(page);
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add passkey or security key' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
    for (const name of ['Download', 'Print', 'I have saved them']) {
      const button = dialog.getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect(await isHitByTap(button)).toBe(true);
    }
    await tap(dialog.getByRole('button', { name: 'I have saved them' }));
    await expect(page.getByText('Passkey added')).toBeVisible();
  });
});

test.describe('a passkey', () => {
  test('is added on this device and opens the account by itself after the password', async ({
    page,
    signedInShopper,
  }) => {
    await addVirtualAuthenticator(page);
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add passkey or security key' }).click();
    await page.getByLabel('Name').fill('Laptop');
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

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/auth');
    await signIn(page, signedInShopper);
    await expect(secondFactorHeading(page)).toBeVisible();
    await expect(page.getByLabel('Code')).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use Laptop' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });

  test('that is not at hand leaves everything as it was, and another factor opens', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    const key = await addVirtualAuthenticator(page);
    await page.goto('/auth');
    await signIn(page, account);
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add passkey or security key' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('Passkey added')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await key.forget();
    await signIn(page, account);
    await page.getByRole('button', { name: 'Use Passkey' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('No passkey was used. Please try again.');
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
  });
});

test.describe('until the second factor is shown', () => {
  test('nothing opens: not here, not after a reload, not in another tab, not by the API', async ({
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
      const signIn = page.getByRole('link', { name: 'Sign In' });
      await expect(signIn).toHaveCount(path === '/checkout' ? 0 : 1);
    }
    const other = await context.newPage();
    await other.goto('/cart');
    await expect(secondFactorHeading(other)).toBeVisible();
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('shop-auth') ?? '').access_token,
    );
    const answer = await request.get('/api/cart', {
      headers: { authorization: `Bearer ${token}` },
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

  test('a wrong code and a lost connection are told; the right code leads where the shopper was going, once', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    await page.goto('/account/orders');
    await expect(page).toHaveURL('/auth');
    await signIn(page, account);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Enter the 6 digits that your app shows')).toBeVisible();
    await showCode(page, '000000');
    await expect(page.getByText(/This code is wrong or was used before/)).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectAccessible(page);

    const code = await app.code();
    await disconnect(page);
    await showCode(page, code);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert.filter({ hasText: 'We could not reach the shop.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify' })).toBeFocused();
    await reconnect(page);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL('/account/orders');
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await signIn(page, account);
    await showCode(page, code);
    await expect(page.getByText(/This code is wrong or was used before/)).toBeVisible();
  });

  test('there is a way to sign out, and to write to the shop', async ({
    page,
    request,
    account,
  }) => {
    await addApp(request, account);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/auth');
    await signIn(page, account);
    await expect(secondFactorHeading(page)).toBeVisible();
    await expectNoOverflow(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'Write to us' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  });

  test('a session that did not know of it asks when the server says so', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    await page.goto('/auth');
    await signIn(page, account);
    await expect(secondFactorHeading(page)).toBeVisible();
    // The stored session dates from before the account had a second factor.
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
});

test('recovery codes whose answer was lost are there: the page says so, and makes new ones', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await expect(page.getByText('You have no recovery codes.')).toBeVisible();
  await tap(page.getByRole('button', { name: 'Make recovery codes' }));
  const dialog = page.getByRole('dialog');
  await loseAnswers(page, '**/auth/v1/factors/recovery-codes');
  await tap(dialog.getByRole('button', { name: 'Make codes' }));
  await expect(dialog.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unroute('**/auth/v1/factors/recovery-codes');
  await expect(dialog.getByText('Your old codes will stop working.')).toBeVisible();
  await tap(dialog.getByRole('button', { name: 'Make codes' }));
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
});

test('a browser that does not let the secret or the codes be copied says so, and they can be selected', async ({
  page,
  signedInShopper: _,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  await expect(alert).toHaveText('Copying failed. Select the text and copy it by hand.');
  await expect(dialog.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await dialog.locator('code').click();
  const secret = await page.evaluate(() => getSelection()?.toString().replaceAll(' ', '') ?? '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expectAccessible(page);

  await showCode(page, await new AuthenticatorApp(secret).code());
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(alert).toHaveText('Copying failed. Select the text and copy it by hand.');
  await expect(dialog.getByRole('button', { name: 'Copied' })).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test('Escape while an app is being set up leaves no half of it behind', async ({
  page,
  signedInShopper: _,
}) => {
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const made = await holdAnswer(page, '**/auth/v1/factors');
  await page.getByRole('button', { name: 'Continue' }).click();
  await made.read;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const deleted = page.waitForResponse(
    (response) =>
      response.request().method() === 'DELETE' && response.url().includes('/auth/v1/factors/'),
  );
  await made.release();
  expect((await deleted).status()).toBe(200);
});

test.describe('removing a second factor', () => {
  test('is asked about first; the last one gone, the password alone opens', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    await page.goto('/auth');
    await signIn(page, account);
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    const remove = page.getByRole('button', { name: 'Remove Pixel' });
    await remove.click();
    const dialog = page.getByRole('dialog', { name: 'Remove Pixel?' });
    await expect(
      dialog.getByText('After this, your password alone will be enough to sign in.'),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(remove).toBeVisible();
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Pixel can no longer be used to sign in.')).toBeVisible();
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
    await page.goto('/account/profile'); // the session is still valid
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await signIn(page, account);
    await expect(page).toHaveURL('/');
  });

  test('is done once, also when the answer to it is lost and it is pressed again', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    await page.goto('/auth');
    await signIn(page, account);
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Remove Pixel' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
    await loseAnswers(page, '**/auth/v1/factors/*');
    await remove.click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await page.unroute('**/auth/v1/factors/*');
    await remove.click();
    await expect(page.getByText('Pixel can no longer be used to sign in.')).toBeVisible();
    await expect(page.getByText('Off', { exact: true })).toBeVisible();
  });

  test('asks for one of those that are left', async ({ page, request, account }) => {
    const app = await addApp(request, account);
    await addVirtualAuthenticator(page);
    await page.goto('/auth');
    await signIn(page, account);
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add passkey or security key' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('Passkey added')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Pixel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(secondFactorHeading(page)).toBeVisible();
    await expect(page.getByLabel('Code')).toBeHidden();
    await page.getByRole('button', { name: 'Use Passkey' }).click();
    await expect(page.getByRole('region', { name: 'Passkeys and security keys' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Authenticator apps' })).toBeHidden();
  });
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

test('the dialogs of two-step sign-in are accessible and fit a small phone', async ({
  page,
  signedInShopper: _,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add passkey or security key' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Pixel');
  await page.getByRole('button', { name: 'Continue' }).click();
  await showCode(page, '12345');
  await expect(page.getByText('Enter the 6 digits that your app shows')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
