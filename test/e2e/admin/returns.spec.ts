import { openOrder, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('what a customer sent back goes into stock, can be undone, and is refunded next', async ({
  admin,
  ownShop,
}) => {
  const id = await openOrder(admin, 'delivered');
  const pieces = async () => {
    const { rows: found } = await ownShop.sql(
      `select sum(stock)::int as stock from products where id in (
         select product_id from order_items where order_id = $1)`,
      [id],
    );
    return found[0].stock;
  };
  const before = await pieces();

  const receive = async () => {
    await tap(admin.getByRole('button', { name: 'Return received' }));
    const dialog = admin.getByRole('dialog', { name: 'What came back?' });
    await expect(dialog.getByRole('button', { name: 'Return received' })).toBeDisabled();
    const good = dialog.getByRole('group', { name: /^Good: / }).first();
    await tap(good.getByRole('button', { name: /^One more\. Good: / }));
    await expectAccessible(admin);
    await tap(dialog.getByRole('button', { name: 'Return received' }));
    await expect(statusMessage(admin, /return received/)).toBeVisible();
  };
  await receive();
  await expect(admin.getByText('1 came back', { exact: true })).toBeVisible();
  await expect(admin.getByText('1 good', { exact: true })).toBeVisible();
  expect(await pieces()).toBe(before + 1);
  await tap(statusMessage(admin, /return received/).getByRole('button', { name: 'Undo' }));
  await expect(admin.getByText('1 came back', { exact: true })).toBeHidden();
  await expect(admin.getByText('Return undone')).toBeVisible();
  expect(await pieces()).toBe(before);

  await receive();
  const refund = admin.getByRole('button', { name: /^Refund ₹/ });
  const sum = (await refund.textContent())?.replace('Refund ', '') ?? '';
  await tap(refund);
  const dialog = admin.getByRole('dialog', { name: /^Refund AP-/ });
  await expect(dialog.getByLabel('Reason')).toHaveValue('returned');
  await tap(dialog.getByRole('button', { name: `Record ${sum}` }));
  await expect(dialog.getByText('Enter the reference of the transfer')).toBeVisible();
  await expect(dialog.getByLabel('Reference')).toBeFocused();
  await expect(dialog.getByLabel('Reference')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Reference').fill('UTR 4711');
  await tap(dialog.getByRole('button', { name: `Record ${sum}` }));
  await expect(statusMessage(admin, /recorded/)).toBeVisible();
  await expect(refund).toBeHidden();
  // Newest first: an earlier test may have refunded part of this order.
  await expect(admin.getByText('Refund by hand').first()).toBeVisible();
  await expectAccessible(admin);
});
