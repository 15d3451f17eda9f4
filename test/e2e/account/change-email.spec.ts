import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

const SUBJECT = 'Confirm your new email';
const somebody = () => `${crypto.randomUUID()}@example.com`;

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
