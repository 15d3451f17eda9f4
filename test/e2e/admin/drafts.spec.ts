import { openOrder, test } from '#test/e2e/support/admin.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';

test('drafts belong to the person: the next one in the same browser sees none of them', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'owner'), 'owner');
  const id = await openOrder(page, 'delivered');
  const note = page.getByLabel('Note for the staff');
  await note.fill('Asha’s own words');
  await page.goto('/admin/products/new');
  await page.getByLabel('Name').fill('Asha’s Tea');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Asha’s Tea');

  // Somebody else signs in in the same tab, which still has the drafts in its storage.
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'owner'), 'owner');
  await page.goto(`/admin/orders/${id}`);
  await expect(note).toHaveValue('');
  await page.goto('/admin/products/new');
  await expect(page.getByLabel('Net weight')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
});
