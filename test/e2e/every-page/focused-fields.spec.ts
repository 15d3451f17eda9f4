import { expectFieldsSeen } from '#test/e2e/support/focused-fields.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { addApp } from '#test/e2e/support/second-factor.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { tap } from '#test/e2e/support/tap.ts';

// A phone with its keyboard open, on a first visit, so the cookie banner is shown.
test.use({ ...PHONE, viewport: { width: 390, height: 480 } });

test('above a keyboard the field that has the focus is seen with its label on every page for guests, and at the second step', async ({
  page,
  account,
  request,
}) => {
  test.setTimeout(240_000);
  for (const path of ['/auth', '/auth?tab=sign-up', '/forgot-password', '/contact']) {
    await test.step(path, async () => {
      await openHydrated(page, path);
      await expectFieldsSeen(page.locator('main form').filter({ visible: true }).first());
    });
  }
  // The newsletter field and the search field.
  await openHydrated(page, '/shop');
  for (const form of await page.locator('form').filter({ visible: true }).all())
    await expectFieldsSeen(form, { refused: false });

  await request.post('/auth/v1/recover', { data: { email: account.email } });
  await openHydrated(page, await emailedLink(request, account.email, 'Reset your password'));
  await expectFieldsSeen(page.locator('main form'));
  await addApp(request, account);
  await openHydrated(page, '/auth');
  await signIn(page, account);
  await expect(page.getByLabel('Code')).toBeVisible(); // the form before it is gone
  await expectFieldsSeen(page.locator('main form'));
});

test('above a keyboard the fields of an account are seen with their labels, in its pages, dialogs and at the checkout', async ({
  page,
  signedInShopper,
}) => {
  test.setTimeout(240_000);
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  for (const [path, button] of [
    ['/account/addresses', 'Add Your First Address'],
    ['/checkout', 'Add Address'],
  ] as const) {
    await openHydrated(page, path);
    await tap(page.getByRole('button', { name: button }));
    await expectFieldsSeen(page.locator('dialog:modal form'));
  }
  await openHydrated(page, '/account/profile');
  await expectFieldsSeen(page.locator('main form'));
  await openHydrated(page, '/account/security');
  for (const form of await page.locator('main form').filter({ visible: true }).all())
    await expectFieldsSeen(form);
  await tap(page.getByRole('button', { name: 'Add authenticator app' }));
  await expectFieldsSeen(page.locator('dialog:modal form'), { refused: false });
  await tap(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectFieldsSeen(page.locator('dialog:modal form'));
});
