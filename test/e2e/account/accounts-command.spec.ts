import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { type OwnShop, test } from '#test/e2e/support/isolated-shop.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { addApp } from '#test/e2e/support/second-factor.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

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

async function expectEmails(request: APIRequestContext, email: string, subjects: string[]) {
  await expect
    .poll(async () => (await emailsTo(request, email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toEqual(expect.arrayContaining(subjects));
}

test('the shop’s owner removes the second step of a shopper who has lost it', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await addApp(request, account, 'Pixel');
  expect(await accounts(ownShop, 'remove-factor', account.email, 'Watch')).toEqual({
    code: 1,
    told: 'It has no second factor of this name, but: Pixel',
  });
  expect(await accounts(ownShop, 'remove-factor', account.email)).toEqual({
    code: 0,
    told: 'Removed: Pixel',
  });
  await page.goto('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/');
  await expectEmails(request, account.email, ['An authenticator app was removed']);
});

test('the shop’s owner signs an account out everywhere', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await page.goto('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/');
  const ended = await accounts(ownShop, 'end-sessions', account.email);
  expect(ended).toEqual({ code: 0, told: 'Sessions ended: 1' });
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  await expectEmails(request, account.email, ['You were signed out everywhere']);
});

test('the shop’s owner closes an account, and opens it again', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  await accounts(ownShop, 'ban', account.email);
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('This account is suspended.');
  await accounts(ownShop, 'unban', account.email);
  await signIn(page, account);
  await expect(page).toHaveURL('/account/profile');
  await expectEmails(request, account.email, [
    'Your account is suspended',
    'Your account is active again',
  ]);
});

test('the shop’s owner deletes an account after typing its email again', async ({
  page,
  account,
  ownShop,
}) => {
  await page.goto('/auth');
  await signIn(page, account);
  await expect(page).toHaveURL('/');
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

test('the accounts command says what it cannot do, and changes nothing', async ({ ownShop }) => {
  expect(await accounts(ownShop, 'ban')).toMatchObject({
    code: 1,
    told: expect.stringMatching(/^Usage: /),
  });
  expect(await accounts(ownShop, 'end-sessions', 'nobody@example.com')).toEqual({
    code: 1,
    told: 'There is no account with this email.',
  });
});
