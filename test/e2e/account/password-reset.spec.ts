import type { Page } from '@playwright/test';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

const SUBJECT = 'Reset your password';
const NEW = 'another pot of tea';

async function setPassword(page: Page, password: string) {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

test('the emailed link sets a new password on another device, once; all sessions end', async ({
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
  const link = await emailedLink(request, email, SUBJECT);

  await request.get(link); // as a mail scanner does,
  await page
    .context()
    .newPage()
    .then((tab) => tab.goto(link)); // some of which run the page's scripts
  const laptop = await (await browser.newContext()).newPage();
  await laptop.goto(link);
  await expect(laptop).toHaveTitle('Reset password | Aparajita');
  await expect(laptop.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
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
  await phone.getByLabel('Email').fill(email);
  await phone.getByRole('button', { name: 'Send a new link' }).click();
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(() => emailedLink(request, email, SUBJECT), { timeout: 20_000 }).not.toBe(link);
  await phone.goto(await emailedLink(request, email, SUBJECT));
  await setPassword(phone, 'a third pot of tea');
  await expect(phone).toHaveURL('/auth');
  await Promise.all([phone, laptop].map((device) => device.context().close()));
});
