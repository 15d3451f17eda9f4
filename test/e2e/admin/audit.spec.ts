import { test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';

test.use(PHONE);

test('the audit log is found by what was changed, by whom and by day, and the URL keeps it', async ({
  admin,
}) => {
  const entries = admin.getByRole('main').locator('ol > li');
  await admin.goto('/admin/audit');
  await expect(entries.first()).toBeVisible();
  await admin.getByLabel('What was changed').selectOption('Cash from couriers');
  await expect(admin).toHaveURL(/subject_type=remittance/);
  await expect(entries.filter({ hasText: /AP-/ })).toHaveCount(0);
  await expect(entries.first()).toContainText('Cash from a courier posted');
  await admin.getByLabel('By').selectOption('owner@demo.example');
  await expect(admin).toHaveURL(/staff=/);
  await expectNoOverflow(admin);
  await expectAccessible(admin);
  await admin.reload();
  await expect(admin.getByLabel('What was changed')).toHaveValue('remittance');
  await expect(entries.first()).toContainText('Cash from a courier posted');
  await admin.getByLabel('From').fill('2031-01-01');
  await expect(admin.getByText('No change matches these filters.')).toBeVisible();
  await admin.getByLabel('From').fill('');
  await expect(entries.first()).toContainText('Cash from a courier posted');
});
