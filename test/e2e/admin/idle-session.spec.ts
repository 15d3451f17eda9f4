import { test } from '#test/e2e/support/admin.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { STALE_FACTOR_ERROR } from '#test/e2e/support/stale-factor.ts';

/** The server's answer when the admin was not used for eight hours. Demo mode never answers so. */
const AWAY = { status: 403, json: { error: STALE_FACTOR_ERROR } };

test('whoever comes back after eight hours keeps what is typed, reads whose account it is, and can sign out', async ({
  admin,
}) => {
  await test.step('coming back from the authenticator app leaves what is typed', async () => {
    await admin.route('**/api/admin/me', (route) => route.fulfill(AWAY));
    await admin.goto('/admin');
    const field = admin.getByRole('dialog', { name: 'Welcome back' }).getByRole('textbox').first();
    await field.pressSequentially('123');
    await admin.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(field).toHaveValue('123');
  });
  await test.step('whoever comes back reads whose account it is, and can sign out of it instead', async () => {
    await admin.route('**/api/admin/me', (route) => route.fulfill(AWAY));
    await admin.goto('/admin');
    const welcome = admin.getByRole('dialog', { name: 'Welcome back' });
    await expect(welcome).toContainText('owner@demo.example');
    await expectAccessible(admin);
    await welcome.getByRole('button', { name: 'Sign out' }).click();
    await expect(admin.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(welcome).toHaveCount(0);
  });
});
