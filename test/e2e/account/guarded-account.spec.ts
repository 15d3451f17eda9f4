import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { type OwnShop, test } from '#test/e2e/support/isolated-shop.ts';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { addApp, secondFactorHeading } from '#test/e2e/support/second-factor.ts';
import { type Account, expect } from '#test/e2e/support/shop.ts';
import { createShopProcess } from '#test/e2e/support/shop-process.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Everybody has a phone: the shopper and the thief, who has a copy of their session or knows their password.
const SCREEN = { viewport: { width: 390, height: 844 }, hasTouch: true };
test.use(SCREEN);
test.describe.configure({ mode: 'default' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function newPhone(browser: Browser, baseURL = '', userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ ...SCREEN, baseURL, ...(userAgent && { userAgent }) });
  return context.newPage();
}

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

/** Types the password that the open dialog asks for, and confirms. */
async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await tap(button(page, 'Confirm'));
}

/** Waits until these emails have come, among others. */
const expectEmails = (request: Parameters<typeof emailsTo>[0], to: string, subjects: string[]) =>
  expect
    .poll(
      async () => {
        const sent = (await emailsTo(request, to)).map(({ subject }) => subject);
        return subjects.filter((subject) => !sent.includes(subject));
      },
      { timeout: 20_000 },
    )
    .toEqual([]);

test('a first second step takes the password; its recovery codes are kept, and one of them signs in', async ({
  page,
  account,
  request,
  ownShop,
}) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  await page.goto('/account/security');
  await tap(button(page, 'Add authenticator app'));
  await tap(button(page, 'Continue'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await confirmWith(page, 'not the password');
  await expect(dialog.getByText('This password is wrong')).toBeVisible();
  await confirmWith(page, account.password);
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const app = new AuthenticatorApp((await dialog.locator('code').textContent()) ?? '');
  await dialog.getByLabel('Code').fill(await app.code());
  await tap(button(page, 'Verify'));
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
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
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await tap(button(page, 'Use this code'));
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(` ${codes[3]?.toUpperCase()} `);
  await tap(button(page, 'Use this code'));
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await expect(page.getByText('9 of 10 left.')).toBeVisible();
  await expectEmails(request, account.email, ['A recovery code was used']);
});

test('somebody with a copy of the session adds nothing and reaches no address; one device is signed out from another with the password', async ({
  page,
  browser,
  baseURL,
  account,
  ownShop,
}) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  const stolen = await page.evaluate(() => localStorage.getItem('shop-auth') ?? '');
  const thief = await newPhone(browser, baseURL);
  await thief.goto('/about');
  await thief.evaluate((session) => localStorage.setItem('shop-auth', session), stolen);
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

  // What its owner confirms with the password must not count for the thief's copy of the session.
  await page.goto('/account/security');
  await tap(button(page, 'Change email'));
  await page.getByLabel('New email').fill(`new-${account.email}`);
  await tap(button(page, 'Send links'));
  await confirmWith(page, account.password);
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await thief.goto('/account/profile');
  await expect(thief).toHaveURL('/auth');
  await thief.context().close();

  const other = await newPhone(browser, baseURL, 'Mozilla/5.0 (X11; Linux) Firefox/142.0');
  await signedIn(other, account);
  await other.goto('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(account.fullName);
  await ownShop.sql(AN_HOUR_AGO);
  await page.goto('/account/security');
  await expect(page.getByText('This device')).toHaveCount(1);
  await tap(button(page, 'Sign out Firefox on Linux'));
  await expect(page.getByRole('dialog', { name: 'Sign out other devices' })).toBeVisible();
  await tap(button(page, 'Close'));
  await other.reload();
  await expect(other.getByLabel('Full Name')).toHaveValue(account.fullName);
  await tap(button(page, 'Sign out Firefox on Linux'));
  await confirmWith(page, account.password);
  await expect(page.getByText('Firefox on Linux is signed out.')).toBeVisible();
  await expect(button(page, 'Sign out Firefox on Linux')).toBeHidden();
  await other.getByLabel('Full Name').fill('Somebody Else');
  await tap(button(other, 'Save Changes'));
  await expect(other).toHaveURL('/auth');
  await other.context().close();
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
});

test('whoever did not add the second step gets back in by the email, in one visit', async ({
  page,
  account,
  request,
}) => {
  const NEW = 'another pot of tea';
  await signedIn(page, account);
  await addApp(request, account, 'of a thief'); // the thief knows the password
  await page.goto('/account/orders');
  await expect(page).toHaveURL('/auth'); // adding the app signed this session out
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();
  const link = await emailedLink(request, account.email, 'An authenticator app was added');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  const type = async (known: string, next: string) => {
    await page.getByLabel('Your password', { exact: true }).fill(known);
    await page.getByLabel('New Password', { exact: true }).fill(next);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(next);
    await tap(button(page, 'Remove and sign out everywhere'));
  };
  await type(account.password, NEW);
  await expect(page.getByRole('heading', { name: 'Your account is safe again' })).toBeVisible();
  await tap(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await tap(button(page, 'Sign In'));
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await page.goto(link);
  await type(NEW, 'and yet another pot');
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

const run = promisify(execFile);

/** Runs `npm run accounts -- …` while the shop is running, with what the owner types into it; returns its output. */
async function accounts({ dataDir, url }: OwnShop, args: string[], typed = '') {
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

test('the shop’s owner ends sessions, removes a lost second step, suspends and deletes an account by command', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  const { email } = account;
  const told = async (...args: string[]) => (await accounts(ownShop, args)).told;
  const refused = { code: 1, told: 'There is no account with this email.' };
  expect(await told('ban')).toMatch(/^Usage: /);
  expect(await accounts(ownShop, ['end-sessions', 'nobody@example.com'])).toEqual(refused);
  await signedIn(page, account);
  expect(await told('end-sessions', email)).toBe('Sessions ended: 1');
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  await addApp(request, account, 'Pixel');
  expect(await told('remove-factor', email, 'Watch')).toBe(
    'It has no second factor of this name, but: Pixel',
  );
  expect(await told('remove-factor', email)).toBe('Removed: Pixel');
  await told('ban', email);
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('This account is suspended.');
  await told('unban', email);
  await signIn(page, account);
  await expect(page).toHaveURL('/account/profile');
  await expectEmails(request, email, [
    'An authenticator app was removed',
    'You were signed out everywhere',
    'Your account is suspended',
    'Your account is active again',
  ]);

  const remove = (typed: string) => accounts(ownShop, ['delete', email], typed);
  expect(await remove('somebody@example.com\n')).toEqual({
    code: 1,
    told: 'That is another email. Nothing was deleted.',
  });
  expect((await remove(`${email.toUpperCase()}\n`)).told).toContain(
    'Deleted: the account with its sessions',
  );
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  expect(await accounts(ownShop, ['delete', email, '--yes'])).toEqual(refused);
});

test.describe('where an account’s email must be confirmed, as in every shop that sends emails', () => {
  test.use({ settings: { AUTH_CONFIRM_EMAIL: 'on' } });

  const SUBJECT = 'Confirm your email';
  const PASSWORD = 'steep for five';

  async function signUp(page: Page, email: string, password = PASSWORD) {
    await page.goto('/auth?tab=sign-up');
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await tap(button(page, 'Create Account'));
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  }

  test('who signs up for a product confirms by the emailed link, and finds it in the cart', async ({
    page,
    context,
    browser,
    baseURL,
    request,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await keepMessages(page, TOASTS);
    await page.goto('/product/1');
    await tap(button(page, 'Add to Cart'));
    await expect(page).toHaveURL('/auth');
    await signUp(page, email);
    await expect(page.getByText(email)).toBeVisible();
    const link = await emailedLink(request, email, SUBJECT);

    // Signing in before says what to do, and reveals nothing to others.
    const stranger = await newPhone(browser, baseURL);
    for (const [address, password] of [
      [email, PASSWORD],
      [email, 'not the password'],
      [`${crypto.randomUUID()}@example.com`, PASSWORD],
    ] as const) {
      await stranger.goto('/auth');
      await signIn(stranger, { email: address, password });
      await expect(stranger.getByRole('alert')).toHaveText(
        /Invalid login credentials\. If you have just signed up, open the link in our email first; signing up once more sends a new one\./,
      );
    }

    await request.get(link); // as a mail scanner does
    const opened = await context.newPage(); // mail programs open links in a new tab
    await opened.goto(link);
    await page.close();
    await expect(opened.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await expect(opened.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
    await tap(button(opened, 'Confirm email'));
    await expect(opened).toHaveURL('/');
    await expect(opened.getByText('Item has been added to your cart.')).toBeVisible();
    await expect(opened.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await opened.goto('/account/profile');
    await expect(opened.getByLabel('Full Name')).toHaveValue('Asha Rao');

    await test.step('of an address with two passwords, the link asks for the one that counts', async () => {
      const twice = `${crypto.randomUUID()}@example.com`;
      const owner = await newPhone(browser, baseURL);
      await signUp(owner, twice);
      await emailedLink(request, twice, SUBJECT);
      await signUp(stranger, twice, 'known to the thief');
      const choose = 'Confirm your email and choose your password';
      await owner.goto(await emailedLink(request, twice, choose));
      await owner.getByLabel('New Password', { exact: true }).fill('chosen by the owner');
      await owner.getByLabel('Confirm Password').fill('chosen by the owner');
      await tap(button(owner, 'Update Password'));
      await expect(owner).toHaveURL('/auth');
      await stranger.goto('/auth');
      await signIn(stranger, { email: twice, password: 'known to the thief' });
      await expect(stranger.getByRole('alert')).toContainText('Invalid login credentials');
      await signIn(owner, { email: twice, password: 'chosen by the owner' });
      await expect(owner).toHaveURL('/');
      await Promise.all([owner, stranger].map((device) => device.context().close()));
    });
  });
});

test('where a hosted service has the accounts, a shopper signs up, in and out there and never notices', async ({
  page,
  ownShop: service,
}) => {
  // The account server of a second shop stands in for the service.
  const shop = await createShopProcess(() => ({ AUTH_URL: `${service.url}/auth/v1` }));
  await service.configure({ AUTH_ALLOWED_ORIGINS: shop.url });
  await shop.start();
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/auth/v1')) asked.add(origin);
  });
  await page.goto(`${shop.url}/auth?tab=sign-up`);
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('steep for five');
  await page.getByLabel('Confirm Password').fill('steep for five');
  await tap(button(page, 'Create Account'));
  await expect(page.getByText('Account created!')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('steep for five');
  await tap(button(page, 'Sign In'));
  await expect(page).toHaveURL(`${shop.url}/`);
  await page.goto(`${shop.url}/account/profile`);
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await page.goto(`${shop.url}/account/security`);
  await tap(button(page, 'Sign out everywhere'));
  await expect(page.getByText('You have been signed out on every device.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  expect([...asked]).toEqual([service.url]);
  await shop.remove();
});
