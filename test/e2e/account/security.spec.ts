import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

test('a new password ends other sessions and a copy of this one; its owner goes on, and is told by email', async ({
  page,
  browser,
  request,
  signedInShopper,
}) => {
  const NEW = 'another pot of tea';
  const newPage = async () => (await browser.newContext()).newPage();
  const other = await newPage();
  await other.goto('/auth');
  await signIn(other, signedInShopper);
  await expect(other).toHaveURL('/');
  await other.goto('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);

  await page.goto('/account/security');
  const stolen = await page.evaluate(() => localStorage.getItem('shop-auth') ?? '');
  const thief = await newPage();
  await thief.goto('/about');
  await thief.evaluate((session) => localStorage.setItem('shop-auth', session), stolen);
  await thief.goto('/account/profile');
  await expect(thief.getByLabel('Email')).toHaveValue(signedInShopper.email);

  await page.getByLabel('Current Password', { exact: true }).fill(signedInShopper.password);
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Your password has been updated successfully.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();

  const headers = { authorization: `Bearer ${JSON.parse(stolen).access_token}` };
  expect((await request.get('/api/profile', { headers })).status()).toBe(401);
  await thief.goto('/account/profile');
  await expect(thief).toHaveURL('/auth');
  expect(await thief.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();
  await thief.context().close();

  await other.getByLabel('Full Name').fill('Somebody Else');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other).toHaveURL('/auth');
  await signIn(other, signedInShopper);
  await expect(other.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(other, { ...signedInShopper, password: NEW });
  await expect(other).toHaveURL('/account/profile');
  await expect(other.getByLabel('Full Name')).toHaveValue(signedInShopper.fullName);
  await other.context().close();
  await expect
    .poll(async () => (await emailsTo(request, signedInShopper.email)).map((m) => m.subject), {
      timeout: 20_000,
    })
    .toContain('Your password was changed');
});
