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
