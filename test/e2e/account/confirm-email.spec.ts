import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
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

test('who signs up is told to look into the mailbox; its link confirms and signs in', async ({
  page,
  request,
}) => {
  const email = somebody();
  await keepMessages(page, TOASTS);
  await signUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('Account created!')).toBeHidden(); // the account must be confirmed first
  await expectAccessible(page);

  const link = await emailedLink(request, email, SUBJECT);
  await request.get(link); // as a mail scanner does
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `You are signed in as ${email}.`,
  );
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
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

test('a mistyped address is corrected without typing anything else again', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE.viewport);
  const email = somebody();
  await signUp(page, `mistyped-${email}`);
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email); // the mistyped one is selected and gets replaced
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.goto(await emailedLink(request, email, SUBJECT));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
});

test('the passwords of an account that waits for its email are forgotten after five minutes', async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page, somebody());
  await page.clock.fastForward('05:01');
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Confirm Password')).toHaveValue('');
  await page.getByRole('tab', { name: 'Login' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('signing in before it is confirmed says what to do, and reveals nothing to others', async ({
  page,
}) => {
  const email = somebody();
  await signUp(page, email);
  for (const [address, password] of [
    [email, PASSWORD],
    [email, 'not the password'],
    [somebody(), PASSWORD],
  ] as const) {
    await page.goto('/auth');
    await signIn(page, { email: address, password });
    await expect(page.getByRole('alert')).toHaveText(
      /Invalid login credentials\. If you have just signed up, open the link in our email first; signing up once more sends a new one\./,
    );
  }
});

test('a new link is emailed on request, and takes the earlier one away once it is used', async ({
  page,
  browser,
  request,
}) => {
  const email = somebody();
  await page.clock.install();
  await signUp(page, email);
  const first = await emailedLink(request, email, SUBJECT);
  const again = page.getByRole('button', { name: /^Send it again/ });
  await expect(again).toBeDisabled();
  await page.clock.fastForward(61_000);
  await again.click();
  await expect(page.getByText('Email sent')).toBeVisible();
  await expect
    .poll(() => emailedLink(request, email, SUBJECT), { timeout: 20_000 })
    .not.toBe(first);

  await page.goto(await emailedLink(request, email, SUBJECT));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
  const other = await (await browser.newContext()).newPage();
  await other.goto(first);
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
  await other.context().close();
});

test('the first link works also when a stranger has asked for another one', async ({
  page,
  request,
}) => {
  const email = somebody();
  await signUp(page, email);
  const first = await emailedLink(request, email, SUBJECT);
  const asked = await request.post('/auth/v1/resend', { data: { type: 'signup', email } });
  expect(asked.status()).toBe(200);
  await expect
    .poll(() => emailedLink(request, email, SUBJECT), { timeout: 20_000 })
    .not.toBe(first);
  await page.goto(first);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
});

test('a link that was used says so and leads to the login or to a new one', async ({
  page,
  browser,
  request,
}) => {
  const email = somebody();
  await signUp(page, email);
  const link = await emailedLink(request, email, SUBJECT);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expect(other.getByText('If you have confirmed your email, just sign in.')).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Back to login' }).click();
  await signIn(other, { email, password: PASSWORD });
  await expect(other).toHaveURL('/');
  await other.context().close();
});

test('a link is valid for an hour', async ({ page, request, ownShop }) => {
  const email = somebody();
  await signUp(page, email);
  const link = await emailedLink(request, email, SUBJECT);
  await ownShop.sql(
    `update auth.one_time_tokens set expires_at = now() where email = $1 and expires_at > now() + interval '59 min'`,
    [email],
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('an address with an account gets the same response, and its owner gets an email', async ({
  page,
  request,
}) => {
  const email = somebody();
  await signUp(page, email);
  await page.goto(await emailedLink(request, email, SUBJECT));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
  await emailedLink(request, email, 'You already have an account');
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

test('what was wanted in the cart is there when the link has confirmed the address', async ({
  page,
  context,
  request,
}) => {
  const email = somebody();
  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page).toHaveURL('/auth');
  await signUp(page, email);
  const opened = await context.newPage(); // mail programs open links in a new tab
  await opened.goto(await emailedLink(request, email, SUBJECT));
  await page.close();
  await opened.getByRole('button', { name: 'Confirm email' }).click();
  await expect(opened).toHaveURL('/');
  await expect(opened.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(opened.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
});
