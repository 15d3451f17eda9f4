import type { Page } from '@playwright/test';
import { idsOf, ORDER_NUMBER, selectionBar, statusMessage, test } from '#test/e2e/support/admin.ts';
import { changeBeforeRequest, hold, holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';
import { tap } from '#test/e2e/support/tap.ts';

const slips = (page: Page) => page.getByRole('article', { name: /^Slip AP-/ });
const numbers = (page: Page) => page.getByLabel(/^Tracking number of/);

/** The buttons that open an order, on the packing screen. */
const packed = (page: Page) => page.getByRole('main').getByRole('button', { name: /^AP-/ });

test('an order that was cancelled meanwhile stops none of the others for a packer', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'packer'), 'packer');
  const [cancelled, ...others] = await idsOf(page, 'to_hand_over', 3);
  const { rows: found } = await ownShop.sql('select order_number from orders where id = $1', [
    cancelled,
  ]);
  const gone = page.getByRole('alert').filter({ hasText: 'no longer here' });
  await page.getByLabel(/^Select all/).click();
  await expect(selectionBar(page)).toBeVisible();
  // A packer may not see cancelled orders.
  await ownShop.sql(`update orders set fulfilment = 'cancelled' where id = $1`, [cancelled]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/admin\/orders\/(details|[0-9a-f-]{36})/.test(request.url()))
      asked.push(request.url());
  });
  await selectionBar(page).getByRole('link', { name: 'Print' }).click();
  await expect(gone).toContainText(found[0].order_number);
  await expect(slips(page).first()).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => !url.includes('/details?'))).toEqual([]);
  const link = (path: string) => `/admin/${path}?orders=${[cancelled, ...others].join(',')}`;

  // A page opened after the cancellation never knew the order's number.
  await page.goto(link('print'));
  await expect(gone).toContainText('One order is no longer here');
  await expect(slips(page)).toHaveCount(others.length);
  await page.goto(link('pack'));
  await expect(gone).toBeVisible();
  await expect(packed(page)).toHaveCount(others.length);
  await page.goto(link('hand-over'));
  await expect(gone).toBeVisible();
  await page.getByLabel('Courier').selectOption('Blue Dart');
  await expect(numbers(page)).toHaveCount(others.length);
  for (const [place, id] of others.entries())
    await numbers(page)
      .nth(place)
      .fill(`GONE${place}${id.slice(0, 8)}`);
  await page.getByRole('button', { name: `Hand over ${others.length}` }).click();
  await expect(statusMessage(page, `${others.length} handed over`)).toBeVisible();
  await page.goto(link('manifest'));
  await expect(gone).toBeVisible();
  await expect(page.getByRole('article', { name: /^Manifest / })).toContainText(
    `${others.length} parcels`,
  );
  await expectAccessible(page);
});

test('an order that is cancelled while it is being handed over is told by its number', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'packer'), 'packer');
  const ids = await idsOf(page, 'to_hand_over', 2);
  await page.goto(`/admin/hand-over?orders=${ids.join(',')}`);
  await expect(numbers(page)).toHaveCount(2);
  await numbers(page).nth(1).fill('STAYS00001');
  // In this browser no courier was chosen before, and the customer's email would name it.
  await page.getByRole('button', { name: 'Hand over 1' }).click();
  await expect(page.getByText('Choose the courier first.')).toBeVisible();
  await page.getByLabel('Courier').selectOption('Blue Dart');
  const { rows: found } = await ownShop.sql(
    `update orders set fulfilment = 'cancelled' where id = $1 returning order_number`,
    [ids[0]],
  );
  await page.getByRole('button', { name: 'Hand over 1' }).click();
  await expect(statusMessage(page, '1 handed over')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'no longer here' })).toContainText(
    `${found[0].order_number} is no longer here`,
  );
});

test('what is typed for a parcel, and what is ticked of it, stays with it in any list', async ({
  admin,
}) => {
  const [first = '', second = '', third = ''] = await idsOf(admin, 'to_pack', 3);
  const open = (screen: string, ...ids: string[]) =>
    admin.goto(`/admin/${screen}?orders=${ids.join(',')}`);
  await open('hand-over', first, second);
  await numbers(admin).nth(0).fill('KEPT000001');
  await numbers(admin).nth(1).fill('KEPT000002');
  await open('hand-over', third, second);
  await expect(numbers(admin).nth(0)).toHaveValue('');
  await expect(numbers(admin).nth(1)).toHaveValue('KEPT000002');
  await admin.goto(`/admin/orders/${first}`);
  await expect(admin.getByLabel('Tracking number')).toHaveValue('KEPT000001');

  const piece = admin.getByRole('button', { name: /Code/ }).first();
  await open('pack', first, second);
  await packed(admin).first().click();
  await expect(piece).toContainText('0 of');
  await piece.click();
  await expect(piece).toContainText('1 of');
  await open('pack', first);
  await expect(piece).toContainText('1 of');
});

test('numbers stay where they are while the courier is changed, and that courier is theirs after a reload', async ({
  admin,
}) => {
  const ids = await idsOf(admin, 'to_hand_over', 2);
  await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
  const courier = admin.getByLabel('Courier');
  const chosen = courier.locator('option:checked');
  await numbers(admin).nth(0).fill('MOVE000001');
  await numbers(admin).nth(1).fill('MOVE000002');
  await courier.selectOption('India Post');
  await expect(chosen).toHaveText('India Post');
  for (const reload of [false, true]) {
    if (reload) await admin.reload();
    await expect(numbers(admin).nth(0)).toHaveValue('MOVE000001');
    await expect(numbers(admin).nth(1)).toHaveValue('MOVE000002');
    await expect(chosen).toHaveText('India Post');
  }
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Clear' }).click();
  await expect(numbers(admin).nth(0)).toHaveValue('');
});

test('parcels are handed over by scans alone, in any order: each slip, then its label', async ({
  admin,
}) => {
  const ids = await idsOf(admin, 'to_hand_over', 3);
  await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
  await expect(numbers(admin)).toHaveCount(3);
  await expect(numbers(admin).nth(0)).toBeFocused();
  const scan = async (code: string) => {
    await admin.keyboard.type(code);
    await admin.keyboard.press('Enter');
  };
  const slipOf = async (place: number) =>
    (await numbers(admin).nth(place).getAttribute('aria-label'))?.replace(/^.* /, '') ?? '';
  const values = () =>
    Promise.all([0, 1, 2].map((place) => numbers(admin).nth(place).inputValue()));

  await scan(await slipOf(2));
  await expect(numbers(admin).nth(2)).toBeFocused();
  await scan('SCAN000003');
  expect(await values()).toEqual(['', '', 'SCAN000003']);
  await scan(await slipOf(1));
  await expect(numbers(admin).nth(1)).toBeFocused();
  // The number of another parcel is refused. The next scan fills the same field.
  await scan('SCAN000003');
  await expect(numbers(admin).nth(1)).toBeFocused();
  await scan('SCAN000002');
  // A slip scanned while the cursor is behind a number does not change that number.
  await numbers(admin).nth(2).focus();
  await admin.keyboard.press('End');
  await scan(await slipOf(0));
  await expect(numbers(admin).nth(0)).toBeFocused();
  expect(await values()).toEqual(['', 'SCAN000002', 'SCAN000003']);
  // The slip of a parcel that is not in this list.
  await scan('AP-000-000');
  await expect(admin.getByText('AP-000-000 is not to be handed over here.')).toBeVisible();
  await expect(numbers(admin).nth(0)).toBeFocused();
  await scan('SCAN000001');
  expect(await values()).toEqual(['SCAN000001', 'SCAN000002', 'SCAN000003']);
  await admin.getByRole('button', { name: 'Hand over 3' }).click();
  await expect(statusMessage(admin, '3 handed over')).toBeVisible();
});

test('couriers that do not load are loaded again with one press, not said to be missing', async ({
  admin,
}) => {
  const [id] = await idsOf(admin, 'to_hand_over', 1);
  await admin.route('**/api/admin/couriers', (route) => route.abort());
  for (const path of [`hand-over?orders=${id}`, `orders/${id}`]) {
    await admin.goto(`/admin/${path}`);
    const again = admin.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect(again, path).toBeVisible();
    await expect(admin.getByLabel('Courier')).toHaveCount(0);
    await expect(admin.getByText('no courier in use')).toHaveCount(0);
    await admin.unroute('**/api/admin/couriers');
    await again.click();
    await expect(admin.getByLabel('Courier'), path).not.toHaveValue('');
    await admin.route('**/api/admin/couriers', (route) => route.abort());
  }
});

test('a number that is scanned before the couriers are there is handed over with them, once', async ({
  admin,
}) => {
  const [id] = await idsOf(admin, 'to_hand_over', 1);
  const release = await hold(admin, '**/api/admin/couriers');
  let sent = 0;
  admin.on('request', (request) => {
    if (request.url().endsWith(`/orders/${id}/actions`)) sent += 1;
  });
  await admin.goto(`/admin/orders/${id}`);
  await expect(admin.getByLabel('Tracking number')).toBeFocused();
  await admin.keyboard.type('FAST000001');
  for (const _ of [1, 2]) await admin.keyboard.press('Enter');
  await expect(admin.getByRole('button', { name: 'Handing over...' })).toBeVisible();
  release();
  await expect(statusMessage(admin, 'handed over')).toBeVisible();
  expect(sent).toBe(1);
});

test('a network that is gone while parcels are handed over takes no number off the screen', async ({
  admin,
}) => {
  const ids = await idsOf(admin, 'to_hand_over', 2);
  await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
  for (const place of [0, 1]) await numbers(admin).nth(place).fill(`LOST00000${place}`);
  const lost = ['**/api/admin/orders/actions', '**/api/admin/orders/details?*'];
  for (const request of lost) await admin.route(request, (route) => route.abort());
  await admin.getByRole('button', { name: 'Hand over 2' }).click();
  await expect(admin.getByText('We could not reach the shop')).toBeVisible();
  await expect(numbers(admin).nth(1)).toHaveValue('LOST000001');
  for (const request of lost) await admin.unroute(request);
  await admin.getByRole('button', { name: 'Hand over 2' }).click();
  await expect(statusMessage(admin, '2 handed over')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('where one parcel of several is refused, the others are taken back with one press, and its number stays', async ({
    admin,
    ownShop,
  }) => {
    const ids = await idsOf(admin, 'to_hand_over', 3);
    await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
    await expect(numbers(admin)).toHaveCount(3);
    for (let n = 0; n < 3; n += 1) await numbers(admin).nth(n).fill(`PART00000${n}`);
    // Somebody else changes the second order after this screen has read it for the last time.
    await changeBeforeRequest(admin, 'POST', '**/api/admin/orders/actions', () =>
      ownShop.sql('update orders set version = version + 1 where id = $1', [ids[1]]),
    );
    await tap(admin.getByRole('button', { name: 'Hand over 3' }));
    const dialog = admin.getByRole('dialog', { name: '2 done, 1 not' });
    await expect(dialog).toBeVisible();
    await expect(numbers(admin)).toHaveCount(1);
    await expect(numbers(admin)).toHaveValue('PART000001');
    await tap(dialog.getByRole('button', { name: 'Close' }).last());
    await tap(statusMessage(admin, '2 handed over').getByRole('button', { name: 'Undo' }));
    await expect(numbers(admin)).toHaveCount(3);
    await expectNoOverflow(admin);
  });

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

  test('the late answer about one parcel that was taken out brings no other back', async ({
    admin,
    ownShop,
  }) => {
    const ids = await idsOf(admin, 'to_hand_over', 2);
    await ownShop.sql(
      `update orders set fulfilment = 'cancelled', packed_at = coalesce(packed_at, now()), closed_at = now()
       where id = any($1)`,
      [ids],
    );
    await admin.goto('/admin/cancelled-parcels');
    const takeOut = admin.getByRole('button', { name: /^Taken out: AP-/ });
    await expect(takeOut).toHaveCount(2);
    const first = await holdAnswer(admin, '**/api/admin/cancelled-parcels/*');
    await tap(takeOut.first());
    await first.read;
    await tap(takeOut.last());
    await expect(statusMessage(admin, 'taken out')).toBeVisible();
    await first.release();
    await expect(admin.getByText('Done', { exact: true })).toHaveCount(2);
    await expect(takeOut).toHaveCount(0);
  });

  test('a message that is closed after the emails have left offers no Undo that asks nothing', async ({
    admin,
    ownShop,
  }) => {
    const ids = await idsOf(admin, 'to_hand_over', 2);
    await admin.clock.install();
    await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
    for (const place of [0, 1]) await numbers(admin).nth(place).fill(`LATE00000${place}`);
    await changeBeforeRequest(admin, 'POST', '**/api/admin/orders/actions', () =>
      ownShop.sql('update orders set version = version + 1 where id = $1', [ids[1]]),
    );
    await tap(admin.getByRole('button', { name: 'Hand over 2' }));
    const dialog = admin.getByRole('dialog', { name: '1 done, 1 not' });
    await expect(dialog).toBeVisible();
    await admin.clock.fastForward(61_000);
    await tap(dialog.getByRole('button', { name: 'Close' }).last());
    await expect(statusMessage(admin, '1 handed over')).toHaveText(/^1 handed over\s*Print slips$/);
  });

  test('a courier’s list beside order numbers fills each parcel’s own field, and a slip’s code none', async ({
    admin,
    context,
  }) => {
    const ids = await idsOf(admin, 'to_hand_over', 2);
    await admin.goto(`/admin/hand-over?orders=${ids.join(',')}`);
    await expect(numbers(admin).first()).toBeFocused();
    const orders = await admin
      .getByRole('main')
      .getByRole('link', { name: /^AP-/ })
      .allTextContents();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text: string) => {
      await admin.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await admin.keyboard.press('Control+V');
    };
    await paste(`Order\tAWB\n${orders[1]}\tROWB000002\n${orders[0]}\tROWA000001\n`);
    await expect(numbers(admin).nth(0)).toHaveValue('ROWA000001');
    await expect(numbers(admin).nth(1)).toHaveValue('ROWB000002');

    await paste('LONG000001\nLONG000002\nLONG000003');
    const alert = admin.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('There are 3 lines for 2 parcels. Nothing was filled in.');
    await expect(numbers(admin).nth(0)).toHaveValue('ROWA000001');

    await numbers(admin)
      .nth(0)
      .fill(orders[0] ?? '');
    await expect(admin.getByText('This is an order number.')).toBeVisible();
    await tap(admin.getByRole('button', { name: 'Hand over 2' }));
    await expect(alert.filter({ hasText: 'Please correct the numbers' })).toBeVisible();
    await expectNoOverflow(admin);
    await expectAccessible(admin);
    await numbers(admin).nth(0).fill('');
    await numbers(admin).nth(1).fill('');
  });

  test('the pick list has each product’s code, to be read by a scanner and by people', async ({
    admin,
  }) => {
    const ids = await idsOf(admin, 'to_pack', 3);
    await admin.goto(`/admin/print?orders=${ids.join(',')}`);
    const lines = admin.getByRole('table').first().locator('tbody tr');
    await expect(lines.first()).toContainText(/Code \S/);
    const sizes = await lines.evaluateAll((all) =>
      all.map((line) => line.querySelector('img')?.getBoundingClientRect().width ?? 0),
    );
    for (const size of sizes) expect(size).toBeGreaterThanOrEqual(72);
    const [table, heading] = await Promise.all(
      [admin.getByRole('table'), admin.getByRole('heading', { level: 2 })].map((part) =>
        part.first().boundingBox(),
      ),
    );
    expect(table?.width).toBeLessThanOrEqual(heading?.width ?? 0);
    await expectNoOverflow(admin);
    await expectAccessible(admin);
  });
});

test('a screen for selected orders that was opened without any says where they are selected', async ({
  admin,
}) => {
  for (const screen of ['print', 'pack', 'hand-over', 'manifest']) {
    await admin.goto(`/admin/${screen}`);
    await expect(admin.getByText('No orders are selected.')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Hand over' })).toHaveCount(0);
    await admin.getByRole('main').getByRole('link', { name: 'orders', exact: true }).click();
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Orders');
  }
});
