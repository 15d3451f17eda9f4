import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

const SUBJECT = 'Reset your password';
const NEW = 'another pot of tea';

/** Asks for the link by the page's form. */
async function askForLink(page: Page, email: string) {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

test.describe('a forgotten password', () => {
  test('is one link away from the login, and the address is typed once', async ({
    page,
    account,
  }) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.getByLabel('Email').fill(account.email);
    // Waits for hydration, as only buttons do: a link clicked before would not take the typed email along.
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await expect(page).toHaveTitle('Forgot password | Aparajita');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    const answer = await hold(page, '**/auth/v1/recover*');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    answer();
    await expect(page.getByText('Email sent')).toBeVisible();
    await expect(page.getByText('Check your email for password reset instructions.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await expect(page.getByText(account.email)).toBeVisible();
    await expect(page.getByRole('button', { name: /Send it again in \d+ s/ })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('whose email does not come is asked for with another address', async ({ page, account }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await askForLink(page, account.email);
    await expect(
      page.getByText('If no email comes, perhaps you signed up with another one.'),
    ).toBeVisible();
    await tap(page.getByRole('button', { name: 'Use another email' }));
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('');
    await page.getByLabel('Email').fill('another@example.com');
    await tap(page.getByRole('button', { name: 'Send reset link' }));
    await expect(page.getByText('If another@example.com has an account')).toBeVisible();
  });

  test('of an address without an account answers the same and emails nothing', async ({
    page,
    request,
    account,
  }) => {
    const nobody = `${crypto.randomUUID()}@example.com`;
    await askForLink(page, nobody);
    await askForLink(page, account.email);
    await emailedLink(request, account.email, SUBJECT); // requested after the other, so the other would have arrived by now
    expect(await emailsTo(request, nobody)).toEqual([]);
  });

  test('needs an address; without a connection what was typed stays', async ({ page, account }) => {
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
    await page.getByLabel('Email').fill(account.email);
    await disconnect(page);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await reconnect(page);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
});

test.describe('the emailed link', () => {
  test('sets a new password on another device, once; all sessions end', async ({
    page,
    browser,
    request,
    signedInShopper,
  }) => {
    await page.goto('/account/profile');
    await expect(page.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
    const { email } = signedInShopper;
    const phone = await (await browser.newContext()).newPage();
    await askForLink(phone, email);
    const link = await emailedLink(request, email, SUBJECT);

    await request.get(link); // as a mail scanner does,
    await page
      .context()
      .newPage()
      .then((tab) => tab.goto(link)); // some of which run the page's scripts
    const laptop = await (await browser.newContext()).newPage();
    await laptop.goto(link);
    await setPassword(laptop, NEW);
    await expect(laptop).toHaveURL('/auth');
    await expect(laptop.getByText('Password updated')).toBeVisible();
    await expect(laptop.getByText('Your password has been successfully updated.')).toBeVisible();
    expect(await laptop.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
    await expect(laptop.getByLabel('Email')).toHaveValue(email);
    await laptop.getByLabel('Password', { exact: true }).fill(NEW);
    await laptop.getByRole('button', { name: 'Sign In' }).click();
    await expect(laptop).toHaveURL('/');

    // The page may already have noticed that its session is over: it checks when its window comes to the front.
    await page.goto('/account/profile');
    await expect(page).toHaveURL('/auth'); // the session from before the reset has ended
    await signIn(page, signedInShopper);
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials');

    await phone.goto(link);
    await setPassword(phone, 'a third pot of tea');
    await expect(phone.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
    await expectAccessible(phone);
    await phone.getByLabel('Email').fill(email);
    await phone.getByRole('button', { name: 'Send a new link' }).click();
    await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect
      .poll(() => emailedLink(request, email, SUBJECT), { timeout: 20_000 })
      .not.toBe(link);
    await phone.goto(await emailedLink(request, email, SUBJECT));
    await setPassword(phone, 'a third pot of tea');
    await expect(phone).toHaveURL('/auth');
    await Promise.all([phone, laptop].map((device) => device.context().close()));
  });

  test('works although a newer one was requested, which then has expired', async ({
    page,
    browser,
    request,
    account,
  }) => {
    await askForLink(page, account.email);
    const older = await emailedLink(request, account.email, SUBJECT);
    await askForLink(page, account.email);
    await expect
      .poll(() => emailedLink(request, account.email, SUBJECT), { timeout: 20_000 })
      .not.toBe(older);
    const newer = await emailedLink(request, account.email, SUBJECT);
    await page.goto(older);
    await setPassword(page, NEW);
    await expect(page).toHaveURL('/auth');
    const other = await (await browser.newContext()).newPage();
    await other.goto(newer);
    await setPassword(other, 'a third pot of tea');
    await expect(other.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await other.context().close();
  });

  test('keeps the rules for passwords, and a weak one costs no new link', async ({
    page,
    request,
    account,
  }) => {
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    await expect(page).toHaveTitle('Reset password | Aparajita');
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
    await setPassword(page, 'short', 'shorter');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
      /Password must be at least 8 characters/,
    );
    await setPassword(page, NEW, 'another pot of tee');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
    await expect(page).toHaveURL(/token_hash=/); // these mistakes did not use up the link
    await expectAccessible(page);
    await setPassword(page, 'jaimatadi');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
      /Too many people use this password/,
    );
    await expect(page.getByLabel('Confirm Password')).toHaveValue('jaimatadi');
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page).toHaveURL('/reset-password'); // the token is no longer in the URL
    await page.reload();
    const answer = await hold(page, '**/auth/v1/user');
    await setPassword(page, NEW);
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled();
    answer();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Password updated')).toBeVisible();
  });

  test('asks for the second factor where there is one, and nothing is typed twice', async ({
    page,
    request,
    account,
  }) => {
    const app = await addApp(request, account);
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    await setPassword(page, NEW);
    await expect(secondFactorHeading(page)).toBeVisible();
    await page.reload();
    await expect(secondFactorHeading(page)).toBeVisible();
    await page.goto('/cart');
    await expect(secondFactorHeading(page)).toBeVisible(); // without the second factor the link opens no other page either

    await page.goto('/reset-password');
    await showCode(page, await app.code());
    await setPassword(page, NEW);
    await expect(page).toHaveURL('/auth');
    await signIn(page, { ...account, password: NEW });
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/');
  });

  test('goes on by itself when the second factor is shown', async ({ page, request, account }) => {
    const app = await addApp(request, account);
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    await setPassword(page, NEW);
    await showCode(page, await app.code());
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Password updated')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
  });

  test('without a connection is not used up, and works when it is back', async ({
    page,
    request,
    account,
  }) => {
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    await expect(page.getByLabel('New Password')).toBeVisible();
    // The page has loaded everything; only the request with the link's token fails.
    await page.route('**/auth/v1/verify', (route) => route.abort());
    await setPassword(page, NEW);
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(page.getByLabel('New Password')).toHaveValue(NEW);
    await page.unroute('**/auth/v1/verify');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('that was opened too long ago to set a password says that it has expired', async ({
    page,
    request,
    account,
  }) => {
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    // As the server answers an hour after the link was opened.
    const late = { error_code: 'current_password_required', msg: 'Current password required.' };
    await page.route('**/auth/v1/user', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: late })
        : route.fallback(),
    );
    await setPassword(page, NEW);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
    await expect(page.getByText('Password updated')).toBeHidden();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  });

  test('whose answer was lost has set the password, and says so at the next press', async ({
    page,
    request,
    account,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await askForLink(page, account.email);
    await page.goto(await emailedLink(request, account.email, SUBJECT));
    await loseAnswers(page, '**/auth/v1/user');
    await setPassword(page, NEW);
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await page.unroute('**/auth/v1/user');
    await tap(page.getByRole('button', { name: 'Update Password' }));
    await expect(page).toHaveURL('/auth');
    await expect(
      page.getByText('This link has already set a password. Sign in with the one you sent first.'),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await signIn(page, { ...account, password: NEW });
    await expect(page).toHaveURL('/');
  });
});

test('the protocol’s own link brings no session here, and says when it has ended', async ({
  page,
  request,
  account,
}) => {
  await askForLink(page, account.email);
  const { searchParams } = new URL(await emailedLink(request, account.email, SUBJECT));
  const followed = `/auth/v1/verify?${new URLSearchParams({
    token: searchParams.get('token_hash') ?? '',
    type: 'recovery',
    redirect_to: '/reset-password',
  })}`;
  await page.goto(followed);
  await expect(page.getByText('Please open this page from the link in our email.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  await page.goto(followed);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('the pages fit a small phone, and say what they are for without a link', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible();
  await expect(page.getByText('Please open this page from the link in our email.')).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
