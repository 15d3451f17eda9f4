import { ORDER_NUMBER, openQueue, rows, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('an address is corrected by thumb, and the screens of parcels say that older slips are wrong', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  await tap(rows(admin).first().getByRole('link').first());
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
  const id = new URL(admin.url()).pathname.split('/').at(-1);
  const wrongSlips = admin.getByText(/^Address corrected .*: a slip printed before that is wrong/);
  const form = admin.getByRole('dialog', { name: /^Address of AP-/ });
  await tap(admin.getByRole('button', { name: 'Correct address' }));
  await expect(form.getByLabel('Full Name')).not.toHaveValue('');
  await expectNoOverflow(admin);
  await expectAccessible(admin);
  await form.getByLabel('Phone Number').fill('12');
  await form.getByLabel('Address Line 1').fill('7 Peacock Lane');
  await tap(form.getByRole('button', { name: 'Save address' }));
  await expect(form.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await form.getByLabel('Phone Number').fill('9123456780');
  await tap(form.getByRole('button', { name: 'Save address' }));
  await expect(statusMessage(admin, 'has the corrected address')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(wrongSlips).toBeVisible();
  await expect(admin.getByText('7 Peacock Lane')).toBeVisible();
  const history = admin.getByRole('listitem').filter({ hasText: 'Address corrected' });
  await expect(history).toContainText('Address line 1, Phone');
  await admin.goto(`/admin/pack?orders=${id}`);
  await expect(wrongSlips).toBeVisible();
});

test('what a colleague changed meanwhile is told in the form, which keeps what was typed', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  await tap(rows(admin).first().getByRole('link').first());
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
  const form = admin.getByRole('dialog', { name: /^Address of AP-/ });
  await tap(admin.getByRole('button', { name: 'Correct address' }));
  await form.getByLabel('City').fill('Ujjain');
  const save = form.getByRole('button', { name: 'Save address' });
  const before = await save.boundingBox();
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await other.getByRole('button', { name: 'Packed', exact: true }).click();
  await expect(statusMessage(other, 'packed')).toBeVisible();
  await other.close();
  // The page behind the form shows the new state, and the form's button has not moved.
  await expect(admin.getByRole('main').getByText('To hand over', { exact: true })).toBeAttached();
  expect(await save.boundingBox()).toEqual(before);
  await tap(form.getByRole('button', { name: 'Save address' }));
  await expect(form.getByRole('alert')).toContainText(
    'It is now: To hand over. The last step was “Packed”, by the staff.',
  );
  await expect(form).toContainText('It is packed: print its slip again.');
  await expect(form.getByLabel('City')).toHaveValue('Ujjain');
  await tap(form.getByRole('button', { name: 'Save address' }));
  await expect(statusMessage(admin, 'has the corrected address')).toBeVisible();
  await expect(admin.getByText('Ujjain')).toBeVisible();
});

test('an address that two correct at a time keeps what each changed, and asks about what both did', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  await tap(rows(admin).first().getByRole('link').first());
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
  const form = admin.getByRole('dialog', { name: /^Address of AP-/ });
  await tap(admin.getByRole('button', { name: 'Correct address' }));
  await form.getByLabel('City').fill('Ujjain');
  await form.getByLabel('Phone Number').fill('9123456780');
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await tap(other.getByRole('button', { name: 'Correct address' }));
  const theirs = other.getByRole('dialog', { name: /^Address of AP-/ });
  await theirs.getByLabel('Postal Code').fill('456010');
  await theirs.getByLabel('Phone Number').fill('9000000001');
  await tap(theirs.getByRole('button', { name: 'Save address' }));
  await expect(statusMessage(other, 'has the corrected address')).toBeVisible();
  await other.close();
  await tap(form.getByRole('button', { name: 'Save address' }));
  const told = form.getByRole('alert');
  await expect(told).toContainText('Taken over from them: Postal code.');
  await expect(told).toContainText('Phone (9123456780 in the form, 9000000001 saved).');
  await expect(form.getByLabel('Postal Code')).toHaveValue('456010');
  await tap(form.getByRole('button', { name: 'Save address' }));
  await expect(statusMessage(admin, 'has the corrected address')).toBeVisible();
  await expect(form).toBeHidden();
  const address = admin.getByText('Ujjain');
  await expect(address).toContainText('456010');
  await expect(admin.getByText('9123456780').first()).toBeVisible();
});
