import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { type OwnShop, test } from '#test/e2e/support/isolated-shop.ts';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { linesOf } from '#test/e2e/support/phone.ts';
import { addApp, secondFactorHeading } from '#test/e2e/support/second-factor.ts';
import {
  type Account,
  expect,
  expectAccessible,
  expectNoOverflow,
} from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Everybody has a phone: the shopper and the thief, who has a copy of their session.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.describe.configure({ mode: 'default' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Moves all sign-ins and second factors of all sessions an hour into the past. */
const AN_HOUR_AGO = `
  update auth.sessions set amr = (
    select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - 3600)))
    from jsonb_array_elements(amr) proof
  )`;

async function signedIn(page: Page, account: Account): Promise<void> {
  await page.goto('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/');
}

/** Another phone with a copy of this page's session. */
async function copyOf(page: Page, browser: Browser, baseURL: string | undefined): Promise<Page> {
  const stolen = await page.evaluate(() => localStorage.getItem('shop-auth') ?? '');
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const thief = await context.newPage();
  await thief.goto('/about');
  await thief.evaluate((session) => localStorage.setItem('shop-auth', session), stolen);
  return thief;
}

test('a first second step takes the password; its recovery codes are kept, and one of them signs in', async ({
  page,
  context,
  account,
  request,
  ownShop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  await page.goto('/account/security');
  await tap(button(page, 'Add authenticator app'));
  await tap(button(page, 'Continue'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await tap(button(page, 'Confirm'));
  await expect(dialog.getByText('This password is wrong')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await tap(button(page, 'Confirm'));
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const app = new AuthenticatorApp(secret);
  await dialog.getByLabel('Code').fill(await app.code());
  await tap(button(page, 'Verify'));

  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await tap(button(page, 'Copy'));
  await expect(button(page, 'Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const code of codes) expect(copied).toContain(code);
  const downloading = page.waitForEvent('download');
  await tap(button(page, 'Download'));
  expect((await downloading).suggestedFilename()).toBe('aparajita-recovery-codes.txt');
  await tap(button(page, 'I have saved them'));
  await expect(page.getByText('10 of 10 left.')).toBeVisible();

  await tap(button(page, 'Sign out everywhere'));
  await expect(page).toHaveURL('/auth');
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();
  await tap(button(page, 'Use a recovery code'));
  const example = () => linesOf(page.getByRole('main'), 'k4m9-x7qp-2ab8-ht3z');
  await expect.poll(example).toBe(1);
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await tap(button(page, 'Use this code'));
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(` ${codes[3]?.toUpperCase()} `);
  await tap(button(page, 'Use this code'));
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await expect(page.getByText('9 of 10 left.')).toBeVisible();
  await expect
    .poll(async () => (await emailsTo(request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContain('A recovery code was used');
});

test('somebody with a copy of the session adds nothing, and reaches no address', async ({
  page,
  browser,
  baseURL,
  account,
  ownShop,
}) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  const thief = await copyOf(page, browser, baseURL);
  await thief.goto('/account/security');
  await tap(button(thief, 'Add authenticator app'));
  await tap(button(thief, 'Continue'));
  await expect(thief.getByText('Please confirm that it is you.')).toBeVisible();
  await expect(thief.getByRole('img', { name: /QR code/ })).toBeHidden();
  await tap(button(thief, 'Close'));
  await tap(button(thief, 'Change email'));
  await thief.getByLabel('New email').fill('thief@example.com');
  await tap(button(thief, 'Send links'));
  await expect(thief.getByText('Please confirm that it is you.')).toBeVisible();
  await expectAccessible(thief);

  // The owner confirms with the password in their tab. That must not count for the thief's copy of the session.
  await page.goto('/account/security');
  await tap(button(page, 'Change email'));
  await page.getByLabel('New email').fill(`new-${account.email}`);
  await tap(button(page, 'Send links'));
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(account.password);
  await tap(button(page, 'Confirm'));
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await thief.goto('/account/profile');
  await expect(thief).toHaveURL('/auth');
  await thief.context().close();
});

test('whoever did not add the second step gets back in by the email, in one visit', async ({
  page,
  account,
  request,
}) => {
  await signedIn(page, account);
  await addApp(request, account, 'of a thief'); // the thief knows the password
  await page.goto('/account/orders');
  await expect(page).toHaveURL('/auth'); // adding the app signed this session out
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();

  await page.goto(await emailedLink(request, account.email, 'An authenticator app was added'));
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expectAccessible(page);
  await expectNoOverflow(page);
  const type = async (known: string, next: string) => {
    await page.getByLabel('Your password', { exact: true }).fill(known);
    await page.getByLabel('New Password', { exact: true }).fill(next);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(next);
    await tap(button(page, 'Remove and sign out everywhere'));
  };
  await type('not the password', 'another pot of tea');
  await expect(page.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'This password is wrong.',
  );
  await type(account.password, 'another pot of tea');
  await expect(page.getByRole('heading', { name: 'Your account is safe again' })).toBeVisible();
  await expectAccessible(page);
  await tap(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByLabel('Password', { exact: true }).fill('another pot of tea');
  await tap(button(page, 'Sign In'));
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await expect(page.getByText('Off', { exact: true })).toBeVisible();

  await page.goto(await emailedLink(request, account.email, 'An authenticator app was added'));
  await type('another pot of tea', 'and yet another pot');
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('one device is signed out from another, or all the others at once; a later sign-in takes the password', async ({
  page,
  browser,
  baseURL,
  account,
  ownShop,
}) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  const other = await (
    await browser.newContext({
      ...(baseURL && { baseURL }),
      userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/142.0',
    })
  ).newPage();
  await signedIn(other, account);
  await other.goto('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(account.fullName);
  await page.goto('/account/security');
  await expect(page.getByText('This device')).toHaveCount(1);
  await expect(page.getByText('Firefox on Linux')).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  const confirm = async () => {
    await dialog.getByLabel('Password', { exact: true }).fill(account.password);
    await tap(button(page, 'Confirm'));
  };

  // Without a connection what asks for the password cannot be downloaded; it is asked for when the connection is back.
  await page.route('**/assets/confirm-identity-*.js', (route) => route.abort());
  await page.route('**/account/security', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  );
  await page.reload();
  await tap(button(page, 'Sign out Firefox on Linux'));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unrouteAll({ behavior: 'wait' });

  // The password is asked for, because this session may be in the hands of a thief.
  await expect(async () => {
    await tap(button(page, 'Sign out Firefox on Linux'));
    await expect(dialog).toBeVisible();
  }).toPass();
  await expect(dialog.getByRole('heading', { name: 'Sign out other devices' })).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tap(button(page, 'Close'));
  await expect(dialog).toBeHidden();
  await other.reload();
  await expect(other.getByLabel('Full Name')).toHaveValue(account.fullName);

  await tap(button(page, 'Sign out Firefox on Linux'));
  await confirm();
  await expect(page.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Sign out Firefox on Linux')).toBeHidden();
  await expect(page.getByText('This device')).toHaveCount(1);
  await other.getByLabel('Full Name').fill('Somebody Else');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other).toHaveURL('/auth');

  await ownShop.sql(AN_HOUR_AGO);
  await signIn(other, account);
  await expect(other).toHaveURL('/account/profile');
  await page.reload();
  await tap(button(page, 'Sign out all others'));
  await confirm();
  await expect(page.getByText('All your other devices are signed out.')).toBeVisible();
  await expect(button(page, 'Sign out all others')).toBeHidden();
  await other.reload();
  await expect(other).toHaveURL('/auth');
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
  await other.context().close();
});

const run = promisify(execFile);

/** Runs `npm run accounts -- …` while the shop is running; returns its output. */
async function accounts(shop: OwnShop, ...args: string[]) {
  return accountsTyping('', shop, ...args);
}

/** The same, with text that the owner types into it. */
async function accountsTyping(typed: string, { dataDir, url }: OwnShop, ...args: string[]) {
  // Node warns on stderr where both of these are set.
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, PORT: new URL(url).port };
  const running = run(process.execPath, ['server/commands/accounts.ts', ...args], { env });
  running.child.stdin?.end(typed);
  return running.then(
    ({ stdout }) => ({ code: 0, told: stdout.trim() }),
    ({ code, stderr }) => ({ code, told: String(stderr).trim() }),
  );
}

test('the shop’s owner ends sessions, removes a lost second step, and suspends an account by command', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await signedIn(page, account);
  const ended = await accounts(ownShop, 'end-sessions', account.email);
  expect(ended).toEqual({ code: 0, told: 'Sessions ended: 1' });
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');

  await addApp(request, account, 'Pixel');
  expect(await accounts(ownShop, 'remove-factor', account.email, 'Watch')).toEqual({
    code: 1,
    told: 'It has no second factor of this name, but: Pixel',
  });
  expect(await accounts(ownShop, 'remove-factor', account.email)).toEqual({
    code: 0,
    told: 'Removed: Pixel',
  });
  await accounts(ownShop, 'ban', account.email);
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('This account is suspended.');
  await accounts(ownShop, 'unban', account.email);
  await signIn(page, account);
  await expect(page).toHaveURL('/account/profile');
  await expect
    .poll(async () => (await emailsTo(request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toEqual(
      expect.arrayContaining([
        'An authenticator app was removed',
        'You were signed out everywhere',
        'Your account is suspended',
        'Your account is active again',
      ]),
    );
});

test('the shop’s owner deletes an account by command after typing its email again, and is told what cannot be done', async ({
  page,
  account,
  ownShop,
}) => {
  expect(await accounts(ownShop, 'ban')).toMatchObject({
    code: 1,
    told: expect.stringMatching(/^Usage: /),
  });
  expect(await accounts(ownShop, 'end-sessions', 'nobody@example.com')).toEqual({
    code: 1,
    told: 'There is no account with this email.',
  });
  await signedIn(page, account);
  for (const typed of ['', 'somebody@example.com\n']) {
    expect(await accountsTyping(typed, ownShop, 'delete', account.email)).toEqual({
      code: 1,
      told: 'That is another email. Nothing was deleted.',
    });
  }
  const typed = `${account.email.toUpperCase()}\n`;
  expect(await accountsTyping(typed, ownShop, 'delete', account.email)).toMatchObject({
    code: 0,
    told: expect.stringContaining('Deleted: the account with its sessions'),
  });
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  expect(await accounts(ownShop, 'delete', account.email, '--yes')).toEqual({
    code: 1,
    told: 'There is no account with this email.',
  });
});
