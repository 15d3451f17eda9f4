import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

const SUBJECT = 'Confirm your new email';

test('an account’s address changes when both mailboxes have agreed, and not before', async ({
  page,
  browser,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  const next = `${crypto.randomUUID()}@example.com`;
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
  await page.goto(await emailedLink(request, next, SUBJECT));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('Now open the link we sent to your other')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Change of email' })).toBeFocused();
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);

  // The other link is opened where nobody is signed in. It asks to sign in, and is no second factor.
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
  await expect(secondFactorHeading(phone)).toBeVisible();
  await phone.context().close();

  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth'); // the old address is signed out everywhere
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(page, { ...account, email: next });
  await expect(secondFactorHeading(page)).toBeVisible();
});
