import {
  idsOf,
  ORDER_NUMBER,
  openMore,
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
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';

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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is accessible and fits, ${colorScheme}`, async ({ admin }) => {
    test.slow();
    await admin.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
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
        await expectAccessible(admin);
      }
      await admin.setViewportSize({ width: 320, height: 640 });
      await expectNoOverflow(admin);
    }
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('one order goes its whole way by thumb, with a failed attempt', async ({ admin }) => {
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
  });

  test('what Today tells was given up is the first thing in the settings', async ({ admin }) => {
    await admin.route('**/api/admin/today', async (route) => {
      const answer = await route.fetch();
      const today = { ...(await answer.json()), failed_mails: { count: 2 } };
      await route.fulfill({ response: answer, json: today });
    });
    await openToday(admin);
    await tap(admin.getByRole('link', { name: 'Look: Emails not sent' }));
    const given = admin.getByRole('region', { name: 'Emails not sent' });
    await expect(given).toContainText('2 emails were given up');
    await expect(given).toBeInViewport({ ratio: 1 });
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

for (const [name, size] of [
  ['a phone', PHONE],
  ['a laptop', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(size);

    test('at the end of a page the message about what was done covers no button', async ({
      admin,
    }) => {
      await openQueue(admin, 'to_hand_over');
      await admin.getByLabel(/^Select all/).click();
      await admin
        .getByRole('region', { name: 'Selected orders' })
        .getByRole('link', { name: 'Hand over' })
        .click();
      const fields = admin.getByLabel(/^Tracking number of/);
      await expect(fields.first()).toBeFocused();
      const count = await fields.count();
      for (let n = 0; n < count; n += 1) await fields.nth(n).fill(`END0${1000 + n}`);
      await admin.getByRole('button', { name: `Hand over ${count}` }).click();
      const message = statusMessage(admin, `${count} handed over`).locator('> *');
      await expect(message).toBeVisible();
      const last = admin.getByRole('link', { name: 'Print manifest' });
      await expect(last).toBeVisible();
      const gap = async () => {
        await admin.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const [above, below] = [await last.boundingBox(), await message.boundingBox()];
        return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
      };
      await expect.poll(gap).toBeGreaterThanOrEqual(0);
    });

    test('a note and the end of an order’s page are in reach while a message is shown', async ({
      admin,
    }) => {
      await openOrder(admin, 'to_pack');
      await admin.getByRole('button', { name: 'Packed', exact: true }).click();
      await statusMessage(admin, 'packed').getByRole('button', { name: 'Undo' }).focus(); // a message with the focus stays
      await admin.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const last = admin.getByRole('link', { name: 'Open the customer' });
      await expect.poll(() => isHitByTap(last)).toBe(true);
      const add = admin.getByRole('button', { name: 'Add', exact: true });
      await add.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await expect.poll(() => isHitByTap(add)).toBe(true);
      const field = admin.getByLabel('Note for the staff');
      await expect.poll(() => isHitByTap(field)).toBe(true);
    });
  });
}

test('what is on its way is marked as delivered in the list, with one press, and with one undone', async ({
  admin,
}) => {
  await openQueue(admin, 'on_the_way');
  await rows(admin)
    .first()
    .getByRole('button', { name: /^Delivered: AP-/ })
    .click();
  await expect(statusMessage(admin, 'delivered')).toBeVisible();
  await statusMessage(admin, 'delivered').getByRole('button', { name: 'Undo' }).click();
  await expect(statusMessage(admin, 'delivered')).toHaveCount(0);
});

test('a parcel is lost only after the page has said what that does', async ({ admin }) => {
  await openQueue(admin, 'on_the_way');
  await rows(admin).first().getByRole('link').first().click();
  await openMore(admin);
  await admin.getByRole('button', { name: 'Lost', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: /^Is AP-.* lost\?$/ });
  await expect(dialog).toContainText('Nothing goes back into stock.');
  await expect(dialog).toContainText('If it is found, this can be undone.');
  await dialog.getByRole('button', { name: 'Not lost' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('On the way', { exact: true })).toBeVisible();
  await admin.getByRole('button', { name: 'Lost', exact: true }).click();
  await dialog.getByRole('button', { name: 'Lost', exact: true }).click();
  await expect(statusMessage(admin, 'lost')).toBeVisible();
  await statusMessage(admin, 'lost').getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByText('On the way', { exact: true })).toBeVisible();
});

test('a morning by keyboard alone: confirm, pack, print and hand over what is selected', async ({
  admin,
}) => {
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

test('after a tick the keys go on: what is selected is printed, and Escape ends the selection', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  const all = admin.getByLabel(/^Select all/);
  const selected = admin.getByRole('region', { name: 'Selected orders' });
  await all.click();
  await expect(selected).toBeVisible();
  await expect(all).toBeFocused();
  await admin.keyboard.press('i');
  await expect(admin.getByRole('article', { name: /^Slip AP-/ }).first()).toBeVisible();
  await admin.goBack();
  await expect(selected).toBeVisible();
  await all.focus();
  await admin.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
});

test('keys lead to every screen of the menu, out of the scanning field, and to Delivered', async ({
  admin,
}) => {
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
    const entry = list.locator('dl > div').filter({ has: admin.getByText(name, { exact: true }) });
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

test('two tabs on one order: the second is told what changed, and keeps what it typed', async ({
  admin,
  context,
}) => {
  await openQueue(admin, 'to_pack');
  await rows(admin).first().getByRole('link').first().click();
  await expect(admin.getByLabel('Tracking number')).toBeVisible();
  const other = await context.newPage();
  await other.goto(admin.url());
  // The live stream tells the first tab at once, which then reads the order again. That answer is held back.
  const { pathname } = new URL(admin.url());
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route(`**/api${pathname}`, async (route) => {
    await late;
    await route.continue();
  });
  await other.getByRole('button', { name: 'Packed', exact: true }).click();
  await expect(statusMessage(other, 'packed')).toBeVisible();
  await admin.getByLabel('Tracking number').fill('TABS0000001');
  const refused = admin.waitForResponse('**/actions');
  await admin.getByRole('button', { name: 'Hand over' }).click();
  expect((await refused).status()).toBe(409);
  answer();
  await expect(admin.getByRole('alert').filter({ hasText: 'has changed' })).toContainText(
    'It is now: To hand over. The last step was “Packed”, by the staff.',
  );
  await expect(admin.getByLabel('Tracking number')).toHaveValue('TABS0000001');
  await admin.getByRole('button', { name: 'Hand over' }).click();
  await expect(statusMessage(admin, 'handed over')).toBeVisible();
});

test('a connection lost in the middle loses nothing that was typed, nor does a reload', async ({
  admin,
}) => {
  await openQueue(admin, 'delivered');
  await rows(admin).first().getByRole('link').first().click();
  const note = admin.getByLabel('Note for the staff');
  await note.fill('Call before noon');
  await admin.route('**/api/admin/orders/*/notes', (route) => route.abort());
  await admin.getByRole('button', { name: 'Add' }).click();
  await expect(admin.getByText('We could not reach the shop.')).toBeVisible();
  await admin.reload();
  await expect(note).toHaveValue('Call before noon');
  await admin.unroute('**/api/admin/orders/*/notes');
  await admin.getByRole('button', { name: 'Add' }).click();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Call before noon' })).toHaveCount(1);
  await expect(note).toHaveValue('');
});

test('slips print without the screen around them', async ({ admin }) => {
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
