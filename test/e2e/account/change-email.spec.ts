import type { APIRequestContext } from '@playwright/test';
import { holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { emailedLink, emailsTo } from '#test/e2e/support/mailbox.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

const SUBJECT = 'Confirm your new email';
const somebody = () => `${crypto.randomUUID()}@example.com`;

test('a link opened by a guest leads to a sign-in page that says why, also after a reload', async ({
  page,
}) => {
  await page.goto('/account/profile?token_hash=abc&type=email_change');
  await expect(page).toHaveURL('/auth');
  const reason = page.getByText('Please sign in first, to confirm the change of your email.');
  await expect(reason).toBeVisible();
  await page.reload();
  await expect(reason).toBeVisible();
  await page.waitForLoadState('networkidle');
});

test('an account’s address changes when both mailboxes have agreed, and not before', async ({
  page,
  request,
  signedInShopper,
}) => {
  const { email: present, password } = signedInShopper;
  const next = somebody();
  await page.goto('/account/profile');
  await expect(page.getByText('Email cannot be changed')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Security' }).last().click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByRole('button', { name: 'Send links' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send links' }).click();
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await expect(page.getByText(`You sign in with ${present}`)).toBeVisible();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await emailedLink(request, next, SUBJECT));
  await expect(page.getByRole('button', { name: 'Confirm the change' })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('Now open the link we sent to your other')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Change of email' })).toBeFocused();
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(present);

  await page.goto(await emailedLink(request, present, SUBJECT));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('Email changed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(next);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await signIn(page, { email: present, password });
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(page, { email: next, password });
  await expect(page).toHaveURL('/');
});

/** Starts another account's change of email and opens the link in the new mailbox. Returns the link in the old mailbox. */
async function lastLinkOfAnother(request: APIRequestContext, next: string): Promise<string> {
  const another = { email: somebody(), password: 'steep for five' };
  await request.post('/auth/v1/signup', { data: another });
  const session = await request.post('/auth/v1/token?grant_type=password', { data: another });
  const { access_token } = await session.json();
  const headers = { authorization: `Bearer ${access_token}` };
  await request.put('/auth/v1/user', { headers, data: { email: next } });
  const first = new URL(await emailedLink(request, next, SUBJECT)).searchParams;
  const data = { type: first.get('type'), token_hash: first.get('token_hash') };
  expect((await request.post('/auth/v1/verify', { data })).status()).toBe(200);
  return emailedLink(request, another.email, SUBJECT);
}

test('another account’s link says whose session it would replace, and whose has taken its place', async ({
  page,
  request,
  signedInShopper,
}) => {
  const { email: present } = signedInShopper;
  const next = somebody();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await lastLinkOfAnother(request, next));
  await expect(page.getByText(`You are signed in as ${present}. If this link is`)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect(page.getByLabel('Email')).toHaveValue(present);

  const confirm = page.getByRole('button', { name: 'Confirm the change' });
  await confirm.click();
  const news = page.getByRole('region', { name: 'Notifications' });
  await expect(news).toContainText(`You are signed in as ${next} now, and no longer as ${present}`);
  await expect(page.getByRole('main')).toContainText(`You are signed in as ${next} now.`);
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(next);
  await expect(confirm).toBeHidden();
  await expectNoOverflow(page);
});

test('a taken address is told to its mailbox alone, and a lost connection keeps what was typed', async ({
  page,
  request,
  signedInShopper: _,
}) => {
  const taken = somebody();
  await request.post('/auth/v1/signup', { data: { email: taken, password: 'steep for five' } });
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(taken);
  await disconnect(page);
  await dialog.getByRole('button', { name: 'Send links' }).click();
  await expect(dialog.getByRole('alert')).toContainText('We could not reach the shop.');
  await reconnect(page);
  await expect(dialog.getByLabel('New email')).toHaveValue(taken);
  await dialog.getByRole('button', { name: 'Send links' }).click();
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await expect
    .poll(async () => (await emailsTo(request, taken)).map(({ subject }) => subject))
    .toContain('This email has an account already');
});

test('a change whose answer was lost is emailed once, and the next press says so', async ({
  page,
  request,
  signedInShopper,
}) => {
  const next = somebody();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account/security');
  await tap(page.getByRole('button', { name: 'Change email' }));
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(next);
  await loseAnswers(page, '**/auth/v1/user*');
  await tap(dialog.getByRole('button', { name: 'Send links' }));
  await expect(dialog.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unroute('**/auth/v1/user*');
  // The limit of one email a minute, which does not apply in tests.
  const tooSoon = { error_code: 'over_email_send_rate_limit', msg: 'Once a minute.' };
  await page.route('**/auth/v1/user*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 429, json: tooSoon })
      : route.fallback(),
  );
  await tap(dialog.getByRole('button', { name: 'Send links' }));
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await emailedLink(request, signedInShopper.email, SUBJECT);
  await emailedLink(request, next, SUBJECT);

  await tap(page.getByRole('button', { name: 'Change email' }));
  await dialog.getByLabel('New email').fill(somebody()); // nothing was sent there
  await tap(dialog.getByRole('button', { name: 'Send links' }));
  await expect(dialog.getByRole('alert')).toContainText('Once a minute.');
});

test('its links work where nobody is signed in, behind the second factor too', async ({
  page,
  browser,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  const next = somebody();
  await page.goto('/auth');
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send links' }).click();
  await expect(page.getByText('Please confirm from both addresses.')).toBeVisible();
  await page.goto(await emailedLink(request, next, SUBJECT));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('Now open the link we sent to your other')).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  const last = await emailedLink(request, account.email, SUBJECT);
  await phone.goto(last);
  await expect(phone).toHaveURL('/auth');
  await expect(phone.getByText('Please sign in first, to confirm the change')).toBeVisible();
  await signIn(phone, account);
  await expect(secondFactorHeading(phone)).toBeVisible();
  await showCode(phone, await app.code());
  await phone.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(phone.getByText('Email changed')).toBeVisible();
  await expect(secondFactorHeading(phone)).toBeVisible(); // opening a link is no second factor

  await page.goto(last);
  await expect(page).toHaveURL('/auth'); // the old address is signed out everywhere
  await signIn(page, { ...account, email: next });
  await showCode(page, await app.code());
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await phone.context().close();
});

test('a late answer about one address leaves alone the next one that is typed', async ({
  page,
  signedInShopper: _,
}) => {
  await page.goto('/account/security');
  const open = page.getByRole('button', { name: 'Change email' });
  const field = page.getByRole('dialog', { name: 'Change email' }).getByLabel('New email');
  await open.click();
  await field.fill(somebody());
  const emailed = await holdAnswer(page, '**/auth/v1/user*');
  await page.getByRole('button', { name: 'Send links' }).click();
  await emailed.read;
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await open.click();
  await field.fill('another@example.com');
  await emailed.release();
  await expect(page.getByText('Please confirm from both addresses.')).toBeAttached();
  await expect(field).toHaveValue('another@example.com');
});
