import {
  idsOf,
  ORDER_NUMBER,
  openOrder,
  openQueue,
  openToday,
  rows,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { pressTogether } from '#test/e2e/support/keys.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

const SCREENS = {
  '/admin': 'Today',
  '/admin/orders': 'Orders',
  '/admin/stock': 'Stock',
  '/admin/messages': 'Messages',
  '/admin/customers': 'Customers',
  '/admin/newsletter': 'Newsletter',
  '/admin/staff': 'Staff',
  '/admin/audit': 'Audit log',
};

test('every screen is accessible and fits, light and dark', async ({ admin }) => {
  test.slow();
  await openQueue(admin, 'to_pack');
  await rows(admin).first().getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
  const order = new URL(admin.url()).pathname;
  const id = order.split('/').at(-1);
  const all = {
    ...SCREENS,
    [order]: ORDER_NUMBER,
    [`/admin/print?orders=${id}`]: 'One packing slip',
    [`/admin/pack?orders=${id}`]: 'Pack',
    [`/admin/hand-over?orders=${id}`]: 'Hand over',
    [`/admin/manifest?orders=${id}`]: 'Manifest',
  };
  for (const [path, heading] of Object.entries(all)) {
    await admin.goto(path);
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(admin.getByText('Loading...')).toHaveCount(0);
    for (const width of [1280, 390]) {
      await admin.setViewportSize({ width, height: 800 });
      await expectNoOverflow(admin);
      for (const colorScheme of ['light', 'dark'] as const) {
        await admin.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessible(admin);
      }
    }
    await admin.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(admin);
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('one order goes its whole way by thumb, with a failed attempt, and the menu leads to the shop', async ({
    admin,
  }) => {
    await openToday(admin);
    await tap(admin.getByRole('link', { name: 'Confirm: To confirm' }));
    await tap(rows(admin).first().getByRole('link').first());
    const main = admin.getByRole('main');
    const press = (name: string) => tap(main.getByRole('button', { name, exact: true }));
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
    await expect(statusMessage(admin, 'not delivered')).toBeVisible();
    await press('Delivered');
    await expect(statusMessage(admin, /AP-\S+ delivered/)).toBeVisible();
    await expect(admin.getByRole('listitem').filter({ hasText: 'Nobody was there' })).toBeVisible();
    await tap(admin.getByRole('button', { name: 'All screens' }));
    await tap(admin.getByRole('dialog').getByRole('link', { name: 'Open the shop' }));
    await expect(admin).toHaveURL(/\/$/);
  });

  test('a parcel comes back with a damaged piece: the good ones are in stock again, and no cash is to come', async ({
    admin,
  }) => {
    await openQueue(admin, 'on_the_way');
    await tap(rows(admin).filter({ hasText: 'to collect' }).first().getByRole('link').first());
    await tap(admin.getByRole('button', { name: 'Coming back', exact: true }));
    await expect(statusMessage(admin, 'coming back')).toBeVisible();
    await tap(admin.getByRole('button', { name: 'Received back', exact: true }));
    const dialog = admin.getByRole('dialog', { name: 'What came back?' });
    const whole = await dialog.getByText(/pieces? go(es)? back into stock/).textContent();
    await dialog.getByLabel('Damaged').first().fill('1');
    await expect(dialog.getByText(/Damaged pieces are not sold again/)).not.toHaveText(whole ?? '');
    await tap(dialog.getByRole('button', { name: 'Received back' }));
    await expect(statusMessage(admin, 'received back')).toBeVisible();
    await expect(admin.getByText('Returned', { exact: true })).toBeVisible();
    await expect(admin.getByText(/\b1 damaged$/)).toBeVisible();
    await expect(admin.getByText('not paid', { exact: true })).toBeVisible();
  });
});

test('keys lead everywhere, and do a morning’s work: confirm, pack, print and hand over', async ({
  admin,
}) => {
  await test.step('a morning by keyboard alone: confirm, pack, print and hand over what is selected', async () => {
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => admin.keyboard.press(key)), Promise.resolve());
    await openToday(admin);
    await pressTogether(admin, 'g', 'o');
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Orders');
    await openQueue(admin, 'to_confirm');
    await press('j', 'x', 'j', 'x');
    const bar = selectionBar(admin);
    await expect(bar).toContainText('2 selected');
    await admin.reload();
    await expect(bar).toContainText('2 selected');
    await press('c');
    await expect(statusMessage(admin, '2 orders confirmed')).toBeVisible();
    await expect(bar).toHaveCount(0);

    await openQueue(admin, 'to_pack');
    await press('j', 'Enter');
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(ORDER_NUMBER);
    await press('p');
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await expect(admin.getByLabel('Tracking number')).toBeFocused();
    await admin.keyboard.type('KEYS0000001');
    await press('Enter');
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
    await press('i');
    await expect(admin.getByRole('article', { name: /^Slip AP-/ })).toBeVisible();
    await press('?');
    await expect(admin.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('keys lead to every screen of the menu, out of the scanning field, and to Delivered', async () => {
    const heading = admin.getByRole('heading', { level: 1 });
    const press = async (...keys: string[]) => {
      for (const key of keys) await admin.keyboard.press(key);
    };
    await openToday(admin);
    await press('?');
    const list = admin.getByRole('dialog', { name: 'Keys' });
    const names = await admin
      .getByRole('navigation', { name: 'Admin' })
      .first()
      .getByRole('link')
      .allTextContents();
    for (const name of names) {
      const entry = list
        .locator('dl > div')
        .filter({ has: admin.getByText(name, { exact: true }) });
      await expect(entry.filter({ hasText: 'g ' })).toHaveCount(1);
    }
    await expect(list).toContainText('Delivered');
    await press('Escape');
    await expect(list).toHaveCount(0);
    for (const [key, name] of [
      ['e', 'Settings'],
      ['f', 'Staff'],
      ['a', 'Audit log'],
    ] as const) {
      await pressTogether(admin, 'g', key);
      await expect(heading).toHaveText(name);
    }
    const [id] = await idsOf(admin, 'to_pack', 1);
    await admin.goto(`/admin/pack?orders=${id}`);
    await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
    // Slower than a scanner.
    await admin.keyboard.press('Escape', { delay: 100 });
    await admin.keyboard.type('go', { delay: 100 });
    await expect(heading).toHaveText('Orders');
    await openOrder(admin, 'on_the_way');
    await press('d');
    await expect(statusMessage(admin, 'delivered')).toBeVisible();
  });
  await test.step('slips print without the screen around them', async () => {
    await openQueue(admin, 'to_hand_over');
    const box = rows(admin).first().getByRole('checkbox');
    // The selection is kept in the URL, so the box is ticked a moment after the click.
    await box.click();
    await expect(box).toBeChecked();
    await admin
      .getByRole('region', { name: 'Selected orders' })
      .getByRole('link', { name: 'Print' })
      .click();
    const slip = admin.getByRole('article', { name: /^Slip AP-/ });
    await expect(slip).toBeVisible();
    // In the dark theme too the print must be dark on white.
    await admin.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(slip).toBeVisible();
    const mark = slip.getByRole('img', { name: 'Aparajita' });
    await expect(mark).toHaveJSProperty(
      'currentSrc',
      new URL('/pictures/logo.svg', admin.url()).href,
    );
    for (const part of [
      admin.getByRole('button', { name: 'Print' }),
      admin.getByRole('link', { name: 'Hand over' }),
      admin.getByRole('heading', { level: 1 }),
      admin.getByRole('navigation', { name: 'Admin' }),
    ])
      await expect(part).toBeHidden();
  });
});
