import type { Browser, Page } from '@playwright/test';
import { AuthenticatorApp } from '#test/e2e/support/authenticator-app.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { linesOf } from '#test/e2e/support/phone.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import {
  type Account,
  signIn as anotherSession,
  expect,
  expectAccessible,
  expectNoOverflow,
} from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Everybody has a phone: the shopper and the thief, who has a copy of their session.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

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

test('recovery codes are printed by themselves, and made anew after a second step is shown again', async ({
  page,
  account,
  request,
  ownShop,
}) => {
  const app = await addApp(request, account);
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await ownShop.sql(AN_HOUR_AGO);
  await page.goto('/account/security');
  await expect(page.getByText('You have no recovery codes.')).toBeVisible();
  await tap(button(page, 'Make recovery codes'));
  await tap(button(page, 'Make codes'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await dialog.getByLabel('Code').fill(await app.code());
  await tap(button(page, 'Verify'));
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await page.evaluate(() => {
    // Instead of printing, the text of the frame that would be printed is read.
    const { append } = document.body;
    document.body.append = (...nodes) => {
      append.apply(document.body, nodes);
      for (const frame of nodes) {
        if (!(frame instanceof HTMLIFrameElement) || !frame.contentWindow) continue;
        const inside = frame.contentWindow;
        inside.print = () =>
          document.body.setAttribute('data-printed', inside.document.body.textContent ?? '');
      }
    };
  });
  await tap(button(page, 'Print'));
  const first = (await dialog.getByRole('listitem').allTextContents())[0] ?? '';
  await expect(page.locator('body')).toHaveAttribute('data-printed', new RegExp(first));
  await expect(page.locator('body')).not.toHaveAttribute('data-printed', /Security/);
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

test('without a password a code from the mailbox proves it', async ({ page, account, ownShop }) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  await ownShop.sql('update auth.users set password_hash = null where email = $1', [account.email]);
  await page.goto('/account/security');
  await tap(button(page, 'Add authenticator app'));
  await tap(button(page, 'Continue'));
  await tap(button(page, 'Email me a code instead'));
  await expect(page.getByText('We have sent a code to')).toBeVisible();
  await expectAccessible(page);
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const { rows } = await ownShop.sql(
          `select text from demo_emails where recipient = $1 and subject = 'Your code'`,
          [account.email],
        );
        code = /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
        return code;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  // The phone reloads the page while the shopper reads the email. The code in it is still valid.
  await ownShop.sql(
    `update rate_limits set points = 1000000, expire = expire + 3600000 where key like 'mailBurst%'`,
  );
  await page.reload();
  await tap(button(page, 'Add authenticator app'));
  await tap(button(page, 'Continue'));
  await tap(button(page, 'Email me a code instead'));
  await expect(page.getByText('a short while ago')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send a new code/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tap(button(page, 'Use your password'));
  await tap(button(page, 'Email me a code instead'));
  const field = page.getByRole('dialog').getByLabel('Code');
  await field.fill(code === '000000' ? '111111' : '000000');
  await tap(button(page, 'Confirm'));
  await expect(field).toHaveAccessibleDescription('This code is wrong.');
  await field.fill(code ?? '');
  await tap(button(page, 'Confirm'));
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
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

  // The password is asked for, because this session may be in the hands of a thief.
  await tap(button(page, 'Sign out Firefox on Linux'));
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

test('a new password ends a copy of the session, with a second step, too; its owner goes on', async ({
  page,
  browser,
  baseURL,
  account,
  request,
}) => {
  const app = await addApp(request, account);
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  const thief = await copyOf(page, browser, baseURL);
  await thief.goto('/account/profile');
  await expect(thief.getByLabel('Full Name')).toHaveValue(account.fullName);

  await page.goto('/account/security');
  await page.getByLabel('Current Password', { exact: true }).fill(account.password);
  await page.getByLabel('New Password', { exact: true }).fill('another pot of tea');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another pot of tea');
  await tap(button(page, 'Update Password'));
  await expect(page.getByText('Password updated')).toBeVisible();

  await thief.reload();
  await expect(thief).toHaveURL('/auth');
  await thief.context().close();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue(account.fullName);
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
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('shop-auth') ?? ''));
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

test('a confirmation that was left removes no other second step', async ({
  page,
  account,
  request,
  ownShop,
}) => {
  const app = await addApp(request, account, 'Old phone');
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await ownShop.sql(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     select id, 'New phone', 'webauthn', 'verified', now(), now() from auth.users where email = $1`,
    [account.email],
  );
  await ownShop.sql(AN_HOUR_AGO);
  await page.goto('/account/security');
  const dialog = page.getByRole('dialog');
  const ask = dialog.getByText('Please confirm that it is you.');
  await tap(button(page, 'Remove Old phone'));
  await tap(dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(ask).toBeVisible();
  await tap(button(page, 'Close'));
  await expect(dialog).toBeHidden();

  await tap(button(page, 'Remove New phone'));
  await expect(dialog.getByRole('heading', { name: 'Remove New phone?' })).toBeVisible();
  await expect(ask, 'it begins again').toBeHidden();
  await tap(dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(ask).toBeVisible();
  await dialog.getByLabel('Code').fill(await app.code());
  await tap(button(page, 'Verify'));
  await expect(dialog).toBeHidden();
  const { rows } = await ownShop.sql(
    `select friendly_name from auth.factors f join auth.users u on u.id = f.user_id where email = $1`,
    [account.email],
  );
  expect(rows).toEqual([{ friendly_name: 'Old phone' }]);
});

test('without a connection a change that needs a confirmation says so, and asks when it is back', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await signedIn(page, account);
  await ownShop.sql(AN_HOUR_AGO);
  await anotherSession(request, account);
  await page.route('**/assets/confirm-identity-*.js', (route) => route.abort());
  await page.route('**/account/security', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  );
  await page.goto('/account/security');
  const others = button(page, 'Sign out all others');
  await tap(others);
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unrouteAll({ behavior: 'wait' });
  await expect(async () => {
    await tap(others);
    await expect(page.getByRole('dialog', { name: 'Sign out other devices' })).toBeVisible();
  }).toPass();
});
