import { openOrder, test } from '#test/e2e/support/admin.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { expect } from '#test/e2e/support/shop.ts';

test('a refund whose answer was lost is not followed by one of another amount', async ({
  admin,
  ownShop,
}) => {
  await openOrder(admin, 'delivered');
  await admin.getByRole('button', { name: 'Refund', exact: true }).click();
  await loseAnswers(admin, '**/manual-refunds');
  await admin.getByLabel('Amount in rupees').fill('123');
  await admin.getByLabel('Reference').fill('UTR-LOST');
  await admin.getByRole('button', { name: 'Record ₹123.00' }).click();
  const problem = admin.getByRole('dialog').getByRole('alert');
  await expect(problem).toBeVisible();

  await admin.unroute('**/manual-refunds');
  await admin.getByLabel('Amount in rupees').fill('150');
  await admin.getByRole('button', { name: 'Record ₹150.00' }).click();
  await expect(problem).toHaveText('This order has changed in the meantime.');
  const { rows: recorded } = await ownShop.sql(
    `select amount::float as amount from manual_refunds where reference = 'UTR-LOST'`,
  );
  expect(recorded).toEqual([{ amount: 123 }]);

  await admin.getByLabel('Amount in rupees').fill('123');
  await admin.getByRole('button', { name: 'Record ₹123.00' }).click();
  await expect(admin.getByText('−₹123.00')).toBeVisible();
});
