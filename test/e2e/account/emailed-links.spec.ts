import {
  addApp,
  emailedLink,
  newEmail,
  secondFactorHeading,
  showCode,
  signIn,
} from '#test/e2e/support/accounts.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

test('the emailed link sets a new password on another device; all sessions end', async ({
  page,
  browser,
  request,
  signedInShopper,
}) => {
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
  const { email } = signedInShopper;
  const phone = await (await browser.newContext()).newPage();
  await phone.goto('/forgot-password');
  await phone.getByLabel('Email').fill(email);
  await phone.getByRole('button', { name: 'Send reset link' }).click();
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = await emailedLink(request, email, 'Reset your password');

  await request.get(link); // as a mail scanner does,
  await page.goto(link); // some of which run the page's scripts
  const laptop = await (await browser.newContext()).newPage();
  await laptop.goto(link);
  await expect(laptop).toHaveTitle('Reset password | Aparajita');
  await expect(laptop.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  for (const label of ['New Password', 'Confirm Password'])
    await laptop.getByLabel(label).fill('another pot of tea');
  await laptop.getByRole('button', { name: 'Update Password' }).click();
  await expect(laptop).toHaveURL('/auth');
  await expect(laptop.getByText('Your password has been successfully updated.')).toBeVisible();
  await expect(laptop.getByLabel('Email')).toHaveValue(email);
  await laptop.getByLabel('Password', { exact: true }).fill('another pot of tea');
  await laptop.getByRole('button', { name: 'Sign In' }).click();
  await expect(laptop).toHaveURL('/');

  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth'); // the session from before the reset has ended
  await signIn(page, signedInShopper);
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await Promise.all([phone, laptop].map((device) => device.context().close()));
});

test('an account’s address changes when both mailboxes have agreed, and not before', async ({
  page,
  browser,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  const next = newEmail();
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await page.goto('/account/profile');
  await expect(page.getByText('Email cannot be changed')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Security' }).last().click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send links' }).click();
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await page.goto(await emailedLink(request, next, 'Confirm your new email'));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('Now open the link we sent to your other')).toBeVisible();
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);

  // The other link is opened where nobody is signed in. It asks to sign in, and is no second factor.
  const phone = await (await browser.newContext()).newPage();
  const last = await emailedLink(request, account.email, 'Confirm your new email');
  await phone.goto(last);
  await expect(phone).toHaveURL('/auth');
  await expect(phone.getByText('Please sign in first, to confirm the change')).toBeVisible();
  await signIn(phone, account);
  await expect(secondFactorHeading(phone)).toBeVisible();
  await showCode(phone, await app.code());
  await phone.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(phone.getByText('Email changed')).toBeVisible();
  await phone.context().close();

  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth'); // the old address is signed out everywhere
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(page, { ...account, email: next });
  await expect(secondFactorHeading(page)).toBeVisible();
});
