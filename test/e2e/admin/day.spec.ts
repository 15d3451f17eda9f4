import {
  makeStaff,
  ORDER_NUMBER,
  openQueue,
  openScreen,
  rows,
  signUpAndIn,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// One shop with the demo's orders for all tests.
test.describe.configure({ mode: 'default' });

test('keys do a morning’s work: select, pack and hand over; slips and a manifest are printed', async ({
  admin,
}) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await admin.keyboard.press(key);
  };
  const selected = admin.getByRole('region', { name: 'Selected orders' });
  await test.step('two orders are confirmed together, one is packed and handed over', async () => {
    await openQueue(admin, 'to_confirm');
    await press('j', 'x', 'j', 'x');
    await expect(selected).toContainText('2 selected');
    await selected.getByRole('button', { name: 'Confirm' }).click();
    await expect(statusMessage(admin, '2 orders confirmed')).toBeVisible();
    await expect(selected).toHaveCount(0);
    await openQueue(admin, 'to_pack');
    await press('j', 'Enter');
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
    await press('p');
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await expect(admin.getByLabel('Tracking number')).toBeFocused();
    await admin.keyboard.type('KEYS0000001');
    await press('Enter');
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
  });
  await test.step('its slip prints dark on white, without the screen around it', async () => {
    const next = admin.getByRole('region', { name: 'Next step' });
    await next.getByRole('link', { name: 'Print slip' }).click();
    const slip = admin.getByRole('article', { name: /^Slip AP-/ });
    await expect(slip).toBeVisible();
    await expectAccessible(admin);
    await admin.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(slip.getByRole('img', { name: 'Aparajita' })).toHaveJSProperty(
      'currentSrc',
      new URL('/pictures/logo.svg', admin.url()).href,
    );
    await expect(admin.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(admin.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    await admin.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
  await test.step('what was handed over prints as a manifest for the courier, and is taken back with one press', async () => {
    await openQueue(admin, 'to_hand_over');
    await admin.getByLabel(/^Select all/).click();
    await selected.getByRole('link', { name: 'Hand over' }).click();
    const fields = admin.getByLabel(/^Tracking number of/);
    await expect(fields.first()).toBeFocused();
    const count = await fields.count();
    for (let n = 0; n < count; n += 1) await fields.nth(n).fill(`MANI${1000 + n}`);
    await admin.getByRole('button', { name: `Hand over ${count}` }).click();
    const undo = statusMessage(admin, `${count} orders handed over`).getByRole('button', {
      name: 'Undo',
    });
    await expect(undo).toBeVisible();
    await admin.getByRole('link', { name: 'Print manifest' }).click();
    const sheet = admin.getByRole('article', { name: /^Manifest / });
    await expect(sheet.getByRole('row')).toHaveCount(count + 1);
    await expect(admin.locator('html[printed]')).toBeAttached();
    await admin.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(admin);
    await undo.click();
    await expect(statusMessage(admin, 'handed over')).toHaveCount(0);
  });
});

test('packers and accountants are offered what their role needs', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  const entries = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  const heading = page.getByRole('heading', { level: 1 });
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'packer'), 'packer');
  await page.goto('/admin');
  await expect(heading).toHaveText('Today');
  await expect(entries).toHaveText(['Today', 'Orders', 'Products', 'Audit log']);
  await expect(page.getByRole('main')).not.toContainText('₹');
  await page.goto('/admin/staff');
  await expect(heading).toHaveText('404');
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'accountant'), 'accountant');
  await page.goto('/admin');
  await expect(entries).toHaveText([
    ...['Today', 'Orders', 'Discount codes', 'Cash', 'Reports', 'Audit log'],
  ]);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('one order goes its whole way by thumb: a failed attempt, a return, its refund', async ({
    admin,
  }) => {
    const main = admin.getByRole('main');
    const press = (name: string) => tap(main.getByRole('button', { name, exact: true }));
    await admin.goto('/admin');
    await tap(admin.getByRole('link', { name: 'Confirm: To confirm' }));
    await tap(rows(admin).first().getByRole('link').first());
    await press('Confirm');
    await expect(statusMessage(admin, 'confirmed')).toBeVisible();
    await press('Packed');
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await tap(admin.getByLabel('Tracking number'));
    await admin.keyboard.type('THUMB000001');
    await press('Hand over');
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
    await press('Delivery failed');
    await tap(admin.getByRole('dialog').getByRole('button', { name: 'Nobody was there' }));
    await expect(statusMessage(admin, 'delivery failed')).toBeVisible();
    await press('Delivered');
    await expect(statusMessage(admin, /AP-\S+ delivered/)).toBeVisible();

    await press('Return received');
    const back = admin.getByRole('dialog', { name: 'What came back?' });
    await tap(back.getByRole('button', { name: /^One more\. Good: / }).first());
    await tap(back.getByRole('button', { name: 'Return received' }));
    await expect(statusMessage(admin, /return received/)).toBeVisible();
    const refund = main.getByRole('button', { name: /^Refund ₹/ });
    const sum = (await refund.textContent())?.replace('Refund ', '') ?? '';
    await tap(refund);
    const dialog = admin.getByRole('dialog', { name: /^Refund AP-/ });
    await expect(dialog.getByLabel('Reason')).toHaveValue('returned');
    await dialog.getByLabel('Reference').fill('UTR 4711');
    await tap(dialog.getByRole('button', { name: `Record ${sum}` }));
    await expect(statusMessage(admin, /recorded/)).toBeVisible();
    await expect(refund).toBeHidden();

    await openScreen(admin, 'Open the shop');
    await expect(admin).toHaveURL(/\/$/);
  });
});
