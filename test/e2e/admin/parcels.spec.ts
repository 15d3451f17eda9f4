import { idsOf, ORDER_NUMBER, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a parcel whose order was cancelled is taken out from Today, and its row stays', async ({
    admin,
    ownShop,
  }) => {
    const ids = await idsOf(admin, 'to_hand_over', 2);
    await ownShop.sql(
      `update orders set fulfilment = 'cancelled', packed_at = coalesce(packed_at, now()), closed_at = now()
       where id = any($1)`,
      [ids],
    );
    await admin.goto('/admin');
    await tap(admin.getByRole('link', { name: 'Take out: Cancelled after packing' }));
    const takeOut = admin.getByRole('button', { name: /^Taken out: AP-/ });
    const count = ids.length;
    await expect(takeOut).toHaveCount(count);
    await expectNoOverflow(admin);
    await expectAccessible(admin);
    await tap(takeOut.first());
    await expect(statusMessage(admin, 'taken out')).toBeVisible();
    await expect(takeOut).toHaveCount(count - 1);
    await expect(admin.getByText('Done', { exact: true })).toBeFocused(); // the focus is on what replaced the button
    await tap(statusMessage(admin, 'taken out').getByRole('button', { name: 'Undo' }));
    await expect(takeOut).toHaveCount(count);
    await tap(admin.getByRole('link', { name: ORDER_NUMBER }).first());
    await tap(admin.getByRole('button', { name: 'Taken out', exact: true }));
    await expect(admin.getByText('take the parcel out')).toBeHidden();
    await expect(admin.getByText('Parcel taken out', { exact: true }).first()).toBeVisible();
  });
});
