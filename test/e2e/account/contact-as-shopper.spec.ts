import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { act, demoOwner, handOver } from '#test/e2e/support/demo-owner.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, openHydrated } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test.beforeEach(({ context }) => declineCookies(context));

test('who is signed in finds name and email filled in, and the next one on this device does not', async ({
  page,
  signedInShopper,
}) => {
  await openHydrated(page, '/contact');
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect(field('Email')).toHaveValue(signedInShopper.email);
  await expect(field('Name')).toHaveValue(signedInShopper.fullName);
  await expect(field('Subject')).toHaveValue('');
  await field('Name').fill('Asha, for my aunt');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await expect(field('Email')).toHaveValue('');
  await expect(field('Name')).toHaveValue('Asha, for my aunt');
});

test('what the shopper has typed is not replaced when the account’s name arrives late', async ({
  page,
  signedInShopper,
}) => {
  const profile = await holdAnswer(page, '**/api/profile');
  await page.goto('/contact');
  const field = (name: string) => page.getByRole('textbox', { name });
  await expect(field('Email')).toHaveValue(signedInShopper.email);
  await field('Email').fill('aunt@example.com');
  await field('Name').fill('My aunt');
  await field('Subject').focus();
  await profile.read;
  await profile.release();
  await expect(field('Name')).toHaveValue('My aunt');
  await expect(field('Email')).toHaveValue('aunt@example.com');
});

test('from a shipped or delivered order a link opens the form with its number, which may be changed', async ({
  page,
  request,
  signedInShopper,
}) => {
  const owner = await demoOwner(request);
  const { order } = await fill(signedInShopper);
  const link = page.getByRole('link', { name: 'Something wrong with this order?' });
  const number = page.getByRole('heading', { name: /^Order #AP-/ });
  await page.goto(`/account/orders/${order}`);
  await expect(number).toBeVisible();
  await expect(link).toHaveCount(0);
  await handOver(owner, order, 'WRONG1');
  await page.reload();
  await expect(link).toBeVisible();
  await act(owner, order, 'deliver');
  await page.reload();
  await expectTappable(link);
  await expectAccessible(page);
  const title = await number.textContent();
  await tap(link);

  await expect(page).toHaveURL(/\/contact#order=AP-/);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveValue(title ?? '');
  await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(signedInShopper.fullName);
  await subject.fill('A broken cup');
  await page.getByRole('textbox', { name: 'Message' }).fill('It came in two pieces.');
  await tap(page.getByRole('button', { name: 'Send Message' }));
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();
  for (const name of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByRole('textbox', { name })).toHaveValue('');
});
