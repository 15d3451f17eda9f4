import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  addApp,
  emailedLink,
  emailWhere,
  fillInSignUp,
  newEmail,
  signIn,
} from '#test/e2e/support/accounts.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// What the dialogs and the server do with second factors, confirmations and devices: app/account/, packages/auth-server/.
test.use(PHONE);
test.describe.configure({ mode: 'default' });

test('the shop’s owner ends sessions, removes a lost second step, suspends and deletes an account by command', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  const { email } = account;
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env; // Node warns where both are set
  const env = { ...inherited, DATA_DIR: ownShop.dataDir, PORT: new URL(ownShop.url).port };
  /** Runs `npm run accounts -- …` while the shop is running, with what the owner types into it; returns what it says. */
  const told = async (args: string[], typed = '') => {
    const command = ['server/commands/accounts.ts', ...args];
    const running = promisify(execFile)(process.execPath, command, { env });
    running.child.stdin?.end(typed);
    const { stdout = '', stderr = '' } = await running.catch((failed) => failed);
    return (stderr || stdout).trim();
  };
  expect(await told(['ban'])).toMatch(/^Usage: /);
  const none = 'There is no account with this email.';
  expect(await told(['end-sessions', 'nobody@example.com'])).toBe(none);
  await page.goto('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/');
  expect(await told(['end-sessions', email])).toBe('Sessions ended: 1');
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  await addApp(request, account);
  expect(await told(['remove-factor', email])).toBe('Removed: Pixel');
  await told(['ban', email]);
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('This account is suspended.');
  await told(['unban', email]);
  await signIn(page, account);
  await expect(page).toHaveURL('/account/profile');
  const subject = 'Your account is active again';
  await emailWhere(request, (each) => each.to === email && each.subject === subject);
  expect(await told(['delete', email], 'somebody@example.com\n')).toBe(
    'That is another email. Nothing was deleted.',
  );
  expect(await told(['delete', email], `${email.toUpperCase()}\n`)).toContain(
    'Deleted: the account with its sessions',
  );
  expect(await told(['delete', email, '--yes'])).toBe(none);
});

test.describe('where an account’s email must be confirmed, as in every shop that sends emails', () => {
  test.use({ settings: { AUTH_CONFIRM_EMAIL: 'on' } });

  test('who signs up for a product confirms by the emailed link, and finds it in the cart', async ({
    page,
    context,
    request,
  }) => {
    const email = newEmail();
    await page.goto('/product/1');
    await tap(page.getByRole('button', { name: 'Add to Cart' }));
    await expect(page).toHaveURL('/auth');
    await tap(page.getByRole('tab', { name: 'Sign Up' }));
    await fillInSignUp(page, email, 'steep for five');
    await tap(page.getByRole('button', { name: 'Create Account' }));
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    const link = await emailedLink(request, email, 'Confirm your email');
    await request.get(link); // as a mail scanner does
    const opened = await context.newPage(); // mail programs open links in a new tab
    await opened.goto(link);
    await page.close();
    await expect(opened.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
    await tap(opened.getByRole('button', { name: 'Confirm email' }));
    await expect(opened).toHaveURL('/');
    await expect(opened.getByText('Item has been added to your cart.')).toBeVisible();
    await expect(opened.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  });
});
