import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mailsTo } from './mailbox.ts';
import { type OwnShop, test } from './own-shop.ts';
import { addApp, question } from './second-factor.ts';
import { expect } from './shop.ts';
import { signIn } from './sign-in.ts';

const run = promisify(execFile);

/** What `npm run accounts -- …` says, while the shop is running. */
async function accounts({ dataDir, url }: OwnShop, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port };
  return run(process.execPath, ['server/manage-accounts.ts', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, told: stdout.trim() }),
    ({ code, stderr }) => ({ code, told: String(stderr).trim() }),
  );
}

test('the shop’s owner removes the second step of a shopper who has lost it, signs them out, closes and opens', async ({
  page,
  request,
  account,
  ownShop,
}) => {
  await addApp(request, account, 'Pixel');
  await page.goto('/auth');
  await signIn(page, account);
  await expect(question(page)).toBeVisible();
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

  expect((await accounts(ownShop, 'end-sessions', account.email)).told).toBe(
    '1 sessions are ended.',
  );
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/auth');
  await accounts(ownShop, 'ban', account.email);
  await signIn(page, account);
  await expect(page.getByRole('alert')).toContainText('User is banned');
  await accounts(ownShop, 'unban', account.email);
  await signIn(page, account);
  await expect(page).toHaveURL('/account/profile');

  const told = [
    'A second step was removed',
    'You were signed out everywhere',
    'Your account is closed for now',
    'Your account is open again',
  ];
  await expect
    .poll(async () => (await mailsTo(request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toEqual(expect.arrayContaining(told));
  for (const args of [[], ['ban'], ['end-sessions', 'nobody@example.com']]) {
    expect((await accounts(ownShop, ...args)).code).toBe(1);
  }
});
