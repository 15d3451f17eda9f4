import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

// A shop where an account's email must be confirmed, as in every shop that sends emails.
test.use({ ownSettings: { AUTH_CONFIRM_EMAIL: 'on' } });
test.describe.configure({ mode: 'default' });

const SUBJECT = 'Confirm your email';
const PASSWORD = 'steep for five';

async function signUp(page: Page, email: string, password = PASSWORD) {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
}

const somebody = () => `${crypto.randomUUID()}@example.com`;

test('who signs up for a product confirms by the emailed link, and finds it in the cart', async ({
  page,
  context,
  browser,
  request,
}) => {
  const email = somebody();
  await keepMessages(page, TOASTS);
  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page).toHaveURL('/auth');
  await signUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  const link = await emailedLink(request, email, SUBJECT);

  // Signing in before says what to do, and reveals nothing to others.
  const stranger = await (await browser.newContext()).newPage();
  for (const [address, password] of [
    [email, PASSWORD],
    [email, 'not the password'],
    [somebody(), PASSWORD],
  ] as const) {
    await stranger.goto('/auth');
    await signIn(stranger, { email: address, password });
    await expect(stranger.getByRole('alert')).toHaveText(
      /Invalid login credentials\. If you have just signed up, open the link in our email first; signing up once more sends a new one\./,
    );
  }

  await request.get(link); // as a mail scanner does
  const opened = await context.newPage(); // mail programs open links in a new tab
  await opened.setViewportSize({ width: 320, height: 640 });
  await opened.goto(link);
  await page.close();
  await expect(opened.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(opened.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expectAccessible(opened);
  await expectNoOverflow(opened);
  await opened.getByRole('button', { name: 'Confirm email' }).click();
  await expect(opened).toHaveURL('/');
  await expect(opened.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(opened.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await opened.goto('/account/profile');
  await expect(opened.getByLabel('Full Name')).toHaveValue('Asha Rao');

  // The link works once; who signs up again gets the same response, and the owner an email.
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Confirm email' }).click();
  await expect(stranger.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
  await signUp(stranger, email);
  await expect(stranger.getByText(email)).toBeVisible();
  await emailedLink(request, email, 'You already have an account');
  await stranger.context().close();
});

test('the link works in another browser, and the waiting page is left for the login', async ({
  page,
  browser,
  request,
}) => {
  const email = somebody();
  await signUp(page, email);
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await emailedLink(request, email, SUBJECT));
  await phone.getByRole('button', { name: 'Confirm email' }).click();
  await expect(phone.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await phone.context().close();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email); // the email is already filled in
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
});

test('signed up with two passwords, an address gets a link that asks for the one that counts', async ({
  page,
  browser,
  request,
}) => {
  const email = somebody();
  await signUp(page, email);
  await emailedLink(request, email, SUBJECT);
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, email, 'known to the thief');
  await page.goto(await emailedLink(request, email, 'Confirm your email and choose your password'));
  await page.getByLabel('New Password', { exact: true }).fill('chosen by the owner');
  await page.getByLabel('Confirm Password').fill('chosen by the owner');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page).toHaveURL('/auth');
  await stranger.goto('/auth');
  await signIn(stranger, { email, password: 'known to the thief' });
  await expect(stranger.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(page, { email, password: 'chosen by the owner' });
  await expect(page).toHaveURL('/');
});
