import { openMore, openOrder, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('a delivery whose email has left is undone only after a question', async ({
  admin,
  ownShop,
}) => {
  const id = await openOrder(admin, 'on_the_way');
  const button = (name: string) =>
    admin.getByRole('main').getByRole('button', { name, exact: true });
  await tap(button('Delivered'));
  await expect(statusMessage(admin, 'delivered')).toBeVisible();
  await openMore(admin);
  await tap(button('Not delivered after all')); // possible only within a minute
  await expect(statusMessage(admin, 'on its way again')).toBeVisible();
  await tap(button('Delivered'));
  await expect(statusMessage(admin, 'delivered')).toBeVisible();
  await ownShop.sql(
    `update order_events set at = at - interval '2 minutes' where order_id = $1 and kind = 'deliver'`,
    [id],
  );
  await admin.reload();
  await openMore(admin);
  await tap(button('Not delivered after all'));
  const dialog = admin.getByRole('dialog', { name: /^AP-.*: not delivered after all\?$/ });
  await expect(dialog).toContainText('was told by email that the parcel was delivered');
  await expectAccessible(admin);
  await tap(dialog.getByRole('button', { name: 'Leave as it is' }));
  await expect(dialog).toBeHidden();
  await tap(button('Not delivered after all'));
  await tap(dialog.getByRole('button', { name: 'Not delivered after all' }));
  await expect(statusMessage(admin, 'on its way again')).toBeVisible();
});
