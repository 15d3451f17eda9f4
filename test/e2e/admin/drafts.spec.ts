import { openOrder, statusMessage, test } from '#test/e2e/support/admin.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('a form that begins with what was typed before says since when, and is cleared with one press', async ({
  admin,
}) => {
  const note = admin.getByText(/^Draft from .+ restored\./);
  await openOrder(admin, 'delivered');
  const open = admin.getByRole('button', { name: 'Refund', exact: true });
  const amount = admin.getByLabel('Amount in rupees');
  await open.click();
  const whole = await amount.inputValue();
  await expect(note).toHaveCount(0);
  await amount.fill('12');
  await admin.keyboard.press('Escape');
  await open.click();
  await expect(note).toBeVisible();
  await expect(amount).toHaveValue('12');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Clear' }).click();
  await expect(note).toHaveCount(0);
  await expect(amount).toHaveValue(whole);
  await expect(amount).toBeFocused();

  await admin.goto('/admin/settings');
  await admin.getByRole('button', { name: /^Change Delhivery/ }).click();
  const courier = admin.getByRole('form', { name: 'Change Delhivery' });
  await courier.getByLabel('Name').fill('Delhivery South');
  await expect(note).toHaveCount(0);
  await admin.reload();
  await admin.getByRole('button', { name: /^Change Delhivery/ }).click();
  await expect(note).toBeVisible();
  await expect(courier.getByLabel('Name')).toHaveValue('Delhivery South');
  await expectNoOverflow(admin);
  await courier.getByRole('button', { name: 'Clear' }).click();
  await expect(courier.getByLabel('Name')).toHaveValue('Delhivery');
});

test('what is typed for one product’s stock is not in the form of another', async ({
  admin,
  ownShop,
}) => {
  const { rows } = await ownShop.sql('select name from products where active order by id limit 2');
  const [one, other] = rows.map(({ name }) => name);
  await admin.goto('/admin/stock');
  const receive = (name: string) =>
    admin.getByRole('button', { name: `Receive: ${name}`, exact: true });
  const row = (name: string) => admin.getByRole('listitem').filter({ has: receive(name) });
  await receive(one).click();
  await row(one).getByLabel('Pieces received').fill('7');
  await receive(other).click();
  await expect(row(other).getByLabel('Pieces received')).toHaveValue('');
  await row(other).getByLabel('Pieces received').fill('9');
  await admin.reload();
  await receive(one).click();
  await expect(row(one).getByLabel('Pieces received')).toHaveValue('7');
  await receive(other).click();
  await expect(row(other).getByLabel('Pieces received')).toHaveValue('9');
  await expect(row(other)).toContainText(/Draft from .* restored/);
  await row(other).getByRole('button', { name: 'Clear' }).click();
  await expect(row(other).getByLabel('Pieces received')).toHaveValue('');
  await expect(row(one).getByLabel('Pieces received')).toHaveValue('7');
});

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

test.describe('on a phone, a setting whose answer was lost is saved', () => {
  test.afterEach(({ ownShop }) =>
    ownShop.sql('delete from shop_settings; select increment_catalogue_revision()'),
  );

  test.use(PHONE);

  for (const [how, pieces] of [
    ['by a second Save', '7'],
    ['when the page is reloaded', '8'],
  ] as const) {
    test(`${how}, and nobody else is said to have saved it`, async ({ admin }) => {
      await admin.goto('/admin/settings');
      const form = admin.getByRole('form', { name: 'Low stock' });
      const save = form.getByRole('button', { name: 'Save' });
      await form.getByLabel('Pieces').fill(`${pieces} `);
      await loseAnswers(admin, '**/api/admin/settings');
      await tap(save);
      await expect(form).toContainText('We could not reach the shop.');
      await admin.unrouteAll({ behavior: 'wait' });
      if (pieces === '7') {
        await tap(save);
        await expect(
          statusMessage(admin, 'Low stock saved').or(form.getByText('Somebody saved other values')),
        ).toBeVisible();
      } else await admin.reload();
      await expect(save).toBeVisible();
      await expect(form).not.toContainText('Somebody saved other values');
      await expect(form.getByLabel('Pieces')).toHaveValue(pieces);
      await expect(form).not.toContainText('restored');
    });
  }
});
