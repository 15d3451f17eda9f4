import { ORDER_NUMBER, openOrder, test } from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('the audit log is found by what was changed, by whom, by day and by order, and can be read while it loads', async ({
  admin,
}) => {
  await test.step('the audit log is found by what was changed, by whom and by day, and the URL keeps it', async () => {
    const entries = admin.getByRole('main').locator('ol > li');
    await admin.goto('/admin/audit');
    await expect(entries.first()).toBeVisible();
    await admin.getByLabel('What was changed').selectOption('Cash from couriers');
    await expect(admin).toHaveURL(/subject_type=remittance/);
    await expect(entries.filter({ hasText: /AP-/ })).toHaveCount(0);
    await expect(entries.filter({ hasText: 'Cash from a courier posted' }).first()).toBeVisible();
    await admin.getByLabel('By').selectOption('owner@demo.example');
    await expect(admin).toHaveURL(/staff=/);
    await expect(admin.locator('ol[aria-busy=false]')).toBeVisible();
    await expectNoOverflow(admin);
    await expectAccessible(admin);
    await admin.reload();
    await expect(admin.getByLabel('What was changed')).toHaveValue('remittance');
    await expect(entries.filter({ hasText: 'Cash from a courier posted' }).first()).toBeVisible();
    await admin.getByLabel('From').fill('9999-01-01');
    await expect(admin.getByText('No change matches these filters.')).toBeVisible();
    await admin.getByLabel('From').fill('');
    await expect(entries.filter({ hasText: 'Cash from a courier posted' }).first()).toBeVisible();
  });
  await test.step('entries that wait for those of another filter can still be read', async () => {
    await admin.goto('/admin/audit');
    await expect(admin.getByRole('main').locator('ol > li').first()).toBeVisible();
    const release = await hold(admin, '**/api/admin/audit?*');
    await admin.getByLabel('What was changed').selectOption('Cash from couriers');
    await expect(admin.locator('ol[aria-busy=true]')).toBeVisible();
    await expectAccessible(admin);
    release();
    await expect(admin.locator('ol[aria-busy=false]')).toBeVisible();
  });
  await test.step('an order’s page leads to its entries in the log, which says so and leads back to all', async () => {
    await openOrder(admin, 'delivered');
    const number = ORDER_NUMBER.exec(await admin.title())?.[0] ?? '';
    await tap(admin.getByRole('link', { name: 'In the audit log' }));
    const entries = admin.getByRole('main').locator('ol > li');
    await expect(admin.getByText(`Only changes to ${number}`)).toBeVisible();
    await expect(entries.first()).toContainText(number);
    await expect(entries.filter({ hasNotText: number })).toHaveCount(0);
    await expectNoOverflow(admin);
    await expectAccessible(admin);
    await admin.reload();
    await expect(admin.getByText(`Only changes to ${number}`)).toBeVisible();
    await tap(admin.getByRole('button', { name: 'Show all' }));
    await expect(admin.getByText('Only changes to')).toHaveCount(0);
    await expect(admin).not.toHaveURL(/subject_id/);
    await expect(entries.filter({ hasNotText: number })).not.toHaveCount(0);
    await expect(admin.getByLabel('What was changed')).toHaveValue('order');
  });
});
