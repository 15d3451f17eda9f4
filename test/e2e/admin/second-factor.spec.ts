import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { statusMessage, test } from '#test/e2e/support/admin.ts';
import type { OwnShop } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { addApp } from '#test/e2e/support/second-factor.ts';
import { expect, expectAccessible, signUp } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';
import {
  answerOnce,
  askForFactor,
  expectFactorAsked,
  STALE_FACTOR_ERROR,
  showFactor,
} from '#test/e2e/support/stale-factor.ts';
import { tap } from '#test/e2e/support/tap.ts';

// An action that somebody has cancelled must not happen when they confirm another action later.

test.use(PHONE);

test.beforeEach(async ({ page, ownShop, demoOrders: _ }) => {
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'owner'), 'owner');
});

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the page of a customer who has a second factor. Returns the account's id. */
async function openCustomer(
  page: Page,
  shop: OwnShop,
  request: Parameters<typeof signUp>[0],
): Promise<string> {
  const account = await signUp(request);
  await addApp(request, account);
  const { rows } = await shop.sql('select id from auth.users where email = $1', [account.email]);
  await page.goto(`/admin/customers/${rows[0].id}`);
  await expect(page.getByRole('heading', { name: 'Account', level: 2 })).toBeVisible();
  return rows[0].id;
}

const factorsOf = async (shop: OwnShop, user: string) =>
  (await shop.sql('select id from auth.factors where user_id = $1', [user])).rows.length;

test('a code for the export of a customer’s data does not remove their second step, which was begun and left', async ({
  page,
  ownShop,
  request,
}) => {
  const customer = await openCustomer(page, ownShop, request);
  await askForFactor(page, '**/api/admin/customers/*/factors');
  await askForFactor(page, '**/api/admin/customers/*/export');
  await tap(page.getByRole('button', { name: 'Remove the second step' }));
  await expectAccessible(page);
  await tap(dialog(page).getByRole('button', { name: 'Remove the second step' }));
  await expectFactorAsked(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await tap(page.getByRole('button', { name: 'Export the data' }));
  await expect(dialog(page)).toContainText('One JSON file');
  const download = page.waitForEvent('download');
  await tap(dialog(page).getByRole('button', { name: 'Export the data' }));
  await showFactor(page);
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('account');
  await expect(statusMessage(page, 'Exported')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await factorsOf(ownShop, customer)).toBe(1);
});

test('a refusal that comes after its dialog was closed asks for nothing in the next one', async ({
  page,
  ownShop,
  request,
}) => {
  const customer = await openCustomer(page, ownShop, request);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await answerOnce(page, '**/api/admin/customers/*/factors', async (route) => {
    await held;
    await route.fulfill({ status: 403, json: { error: STALE_FACTOR_ERROR } });
  });
  await tap(page.getByRole('button', { name: 'Remove the second step' }));
  const sent = page.waitForRequest('**/api/admin/customers/*/factors');
  await tap(dialog(page).getByRole('button', { name: 'Remove the second step' }));
  await sent;
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tap(page.getByRole('button', { name: 'Export the data' }));
  release();
  await expect(page.getByText('Second step not removed')).toBeAttached();
  await expect(dialog(page)).toContainText('One JSON file');
  await expect(dialog(page)).not.toContainText('Please confirm that it is you.');
  expect(await factorsOf(ownShop, customer)).toBe(1);
});

test('a newsletter whose question was left is not sent before somebody asks for it again', async ({
  page,
  ownShop,
}) => {
  await ownShop.sql('delete from newsletter_subscriptions');
  await ownShop.sql(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at)
     values ('reader@example.com', gen_random_uuid(), now())`,
  );
  await page.goto('/admin/newsletter');
  await tap(page.getByRole('link', { name: 'Write a newsletter' }));
  await page.getByRole('textbox', { name: 'Subject' }).fill('New flowers');
  await page.getByRole('textbox', { name: 'Heading' }).fill('The first flowers');
  await page.getByRole('textbox', { name: 'Text' }).fill('They are blue.');
  await tap(page.getByRole('button', { name: 'Send me a test' }));
  const send = page.getByRole('button', { name: 'Send to 1...' });
  await expect(send).toBeEnabled();
  await askForFactor(page, '**/api/admin/newsletter/campaigns/*/sending');
  await tap(send);
  await tap(dialog(page).getByRole('button', { name: 'Send now' }));
  await expectFactorAsked(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await tap(send);
  await expect(dialog(page)).toContainText('goes to everybody who is subscribed');
  await expectAccessible(page);
  await askForFactor(page, '**/api/admin/newsletter/campaigns/*/sending');
  await tap(dialog(page).getByRole('button', { name: 'Send now' }));
  await showFactor(page);
  await expect(page.getByRole('main')).toContainText('1 of 1 sent');
});

test('an export that was left is not saved by the code for the next one, and its button works again', async ({
  page,
}) => {
  await page.goto('/admin/newsletter');
  const button = page.getByRole('button', { name: 'Save as CSV' });
  await askForFactor(page, '**/api/admin/newsletter/export');
  await tap(button);
  await expectFactorAsked(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Please confirm with your second step again.')).toBeVisible();
  await askForFactor(page, '**/api/admin/newsletter/export');
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  await tap(button);
  await showFactor(page);
  await expect.poll(() => saved).toBe(1);
  await expect(button).toBeEnabled();
  expect(saved).toBe(1);
});
