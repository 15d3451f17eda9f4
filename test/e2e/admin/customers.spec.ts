import { statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('a phone shows what each customer has spent, and refuses one of them cash on delivery', async ({
  admin,
}) => {
  await test.step('a phone shows what each customer has spent, and leads to the next page and back', async () => {
    const people = admin.getByRole('region', { name: 'Customers' }).getByRole('listitem');
    // The answer claims that a second page follows.
    await admin.route('**/api/admin/customers', async (route) => {
      const answer = await route.fetch();
      const { customers } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { customers, more: true, next: '00000000-0000-4000-8000-000000000000' },
      });
    });
    await admin.goto('/admin/customers');
    const paying = people.filter({ hasText: /₹[\d,]+\.\d\d/ }).first();
    await expect(paying.getByText(/₹/)).toBeVisible();
    await expectNoOverflow(admin);
    await tap(admin.getByRole('link', { name: 'Next page' }));
    await expect(admin).toHaveURL(/after=0{8}/);
    await expect(people).toHaveCount(0);
    await tap(admin.getByRole('link', { name: 'First page' }));
    await expect(people.first()).toBeVisible();
  });
  await test.step('on a phone, cash on delivery is refused to a customer with one tap, and allowed again with Undo', async () => {
    await admin.goto('/admin/customers');
    await tap(
      admin
        .getByRole('region', { name: 'Customers' })
        .getByRole('listitem')
        .getByRole('link')
        .first(),
    );
    await expect(admin.getByText('Allowed, within the limits under Settings.')).toBeVisible();
    await tap(admin.getByRole('button', { name: 'Refuse cash on delivery' }));
    await expect(statusMessage(admin, 'Cash on delivery refused')).toBeVisible();
    await expect(admin.getByText('this customer can only pay online')).toBeVisible();
    await expectNoOverflow(admin);
    await setRootFont(admin, 200);
    await expectNoOverflow(admin);
    await setRootFont(admin, 100);
    await tap(admin.getByRole('button', { name: 'Undo' }));
    await expect(admin.getByText('Allowed, within the limits under Settings.')).toBeVisible();
  });
});
