import type { Locator, Page } from '@playwright/test';
import {
  ORDER_NUMBER,
  openMore,
  openOrder,
  openQueue,
  rows,
  selectFirst,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { changeBeforeRequest, hold, holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';
import {
  answerOnce,
  askForFactor,
  expectFactorAsked,
  STALE_FACTOR_ERROR,
  showFactor,
} from '#test/e2e/support/stale-factor.ts';
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';

const nameOf = async (button: Locator) => (await button.getAttribute('aria-label')) ?? '';

const undoIn = (page: Page, text: string | RegExp) =>
  statusMessage(page, text).getByRole('button', { name: 'Undo' });

/** Gives the reason in the dialog for several orders, and presses its button. */
async function cancelSeveral(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders' });
  await dialog.getByLabel('Reason').selectOption('Another reason');
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).click();
}

for (const [name, size] of [
  ['a phone', PHONE],
  ['a laptop', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${name}, while a message about what was done is shown`, () => {
    test.use(size);

    test('every button for the selected orders can be pressed, and so can Undo', async ({
      admin,
    }) => {
      await selectFirst(admin, 'to_pack', 2);
      const packed = rows(admin)
        .last()
        .getByRole('button', { name: /^Packed/ });
      await tap(packed);
      await undoIn(admin, 'packed').focus(); // a message with the focus stays
      await expect(selectionBar(admin)).toContainText('2 selected');
      const buttons = selectionBar(admin)
        .getByRole('link')
        .or(selectionBar(admin).getByRole('button'));
      await expect(buttons).not.toHaveCount(0);
      for (const button of [...(await buttons.all()), undoIn(admin, 'packed')]) {
        await expect.poll(() => isHitByTap(button), `${button} is covered`).toBe(true);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('parcels are turned back only after a question, and one press takes that back', async ({
    admin,
  }) => {
    await selectFirst(admin, 'on_the_way', 2);
    const before = await rows(admin).count();
    await tap(selectionBar(admin).getByRole('button', { name: 'Coming back' }));
    const dialog = admin.getByRole('dialog', { name: 'Are 2 orders coming back?' });
    await expectAccessible(admin);
    await tap(dialog.getByRole('button', { name: 'Not coming back' }));
    await expect(dialog).toBeHidden();
    await expect(selectionBar(admin)).toContainText('2 selected');
    await tap(selectionBar(admin).getByRole('button', { name: 'Coming back' }));
    await tap(dialog.getByRole('button', { name: 'Coming back', exact: true }));
    await expect(statusMessage(admin, '2 orders coming back')).toBeVisible();
    await expect(rows(admin)).toHaveCount(before - 2);
    await tap(undoIn(admin, '2 orders coming back'));
    await expect(rows(admin)).toHaveCount(before);
  });

  test('a parcel that was coming back is delivered after all', async ({ admin }) => {
    await openOrder(admin, 'on_the_way');
    const press = (name: string) =>
      tap(admin.getByRole('main').getByRole('button', { name, exact: true }));
    await press('Coming back');
    await expect(statusMessage(admin, 'coming back')).toBeVisible();
    await openMore(admin);
    await press('Not coming back after all');
    await expect(statusMessage(admin, 'on its way again')).toBeVisible();
    await press('Coming back');
    await expect(statusMessage(admin, 'coming back')).toBeVisible();
    await press('Delivered'); // "More" is still open
    await expect(statusMessage(admin, 'delivered')).toBeVisible();
  });

  test('a delivery whose email has left is undone only after a question', async ({
    admin,
    ownShop,
  }) => {
    const id = await openOrder(admin, 'on_the_way');
    const button = (name: string) =>
      admin.getByRole('main').getByRole('button', { name, exact: true });
    await tap(button('Delivered'));
    await expect(statusMessage(admin, 'delivered')).toBeVisible();
    await openMore(admin);
    await tap(button('Not delivered after all')); // possible only within a minute
    await expect(statusMessage(admin, 'on its way again')).toBeVisible();
    await tap(button('Delivered'));
    await expect(statusMessage(admin, 'delivered')).toBeVisible();
    await ownShop.sql(
      `update order_events set at = at - interval '2 minutes' where order_id = $1 and kind = 'deliver'`,
      [id],
    );
    await admin.reload();
    await openMore(admin);
    await tap(button('Not delivered after all'));
    const dialog = admin.getByRole('dialog', { name: /^AP-.*: not delivered after all\?$/ });
    await expect(dialog).toContainText('was told by email that the parcel was delivered');
    await expectAccessible(admin);
    await tap(dialog.getByRole('button', { name: 'Leave as it is' }));
    await expect(dialog).toBeHidden();
    await tap(button('Not delivered after all'));
    await tap(dialog.getByRole('button', { name: 'Not delivered after all' }));
    await expect(statusMessage(admin, 'on its way again')).toBeVisible();
  });

  test('a failed delivery that was none is taken back', async ({ admin }) => {
    await openOrder(admin, 'on_the_way');
    await tap(admin.getByRole('button', { name: 'Delivery failed' }));
    await tap(admin.getByRole('dialog').getByRole('button', { name: 'Nobody was there' }));
    await tap(undoIn(admin, 'not delivered'));
    await expect(admin.getByText('Failed delivery undone')).toBeVisible();
  });

  test('an order in cash that was cancelled by mistake is to pack again', async ({ admin }) => {
    await openOrder(admin, 'to_pack');
    await tap(admin.getByRole('button', { name: 'Cancel order' }));
    const dialog = admin.getByRole('dialog', { name: /^Cancel AP-/ });
    await expect(dialog).toContainText(
      'This can be undone for 50 seconds. The email is sent after that.',
    );
    await tap(dialog.getByRole('button', { name: 'Another reason' }));
    await tap(undoIn(admin, 'cancelled'));
    await expect(admin.getByText('Cancellation undone')).toBeVisible();
    await expect(admin.getByText('To pack', { exact: true })).toBeVisible();
  });
});

test('when one of several is refused, the others are undone from where that is told', async ({
  admin,
  ownShop,
}) => {
  const ids = await selectFirst(admin, 'to_confirm', 3);
  const before = await rows(admin).count();
  await changeBeforeRequest(admin, 'POST', '**/api/admin/orders/actions', () =>
    ownShop.sql('update orders set version = version + 1 where id = $1', [ids[1]]),
  );
  await selectionBar(admin).getByRole('button', { name: 'Confirm' }).click();
  const dialog = admin.getByRole('dialog', { name: '2 done, 1 not' });
  await expect(dialog).toContainText('This order has changed in the meantime.');
  await expectAccessible(admin);
  await expect(rows(admin)).toHaveCount(before - 2);
  await dialog.getByRole('button', { name: 'Undo the 2 done' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(admin)).toHaveCount(before);
});

test('what became of several is told also when all of them have left the list', async ({
  admin,
  ownShop,
}) => {
  const [, second] = await selectFirst(admin, 'to_confirm', 2);
  await changeBeforeRequest(admin, 'POST', '**/api/admin/orders/actions', () =>
    ownShop.sql(`update orders set fulfilment = 'cancelled', version = version + 1 where id = $1`, [
      second,
    ]),
  );
  await selectionBar(admin).getByRole('button', { name: 'Confirm' }).click();
  const dialog = admin.getByRole('dialog', { name: '1 done, 1 not' });
  await expect(selectionBar(admin)).toBeHidden();
  await expect(dialog).toContainText('It is now: Cancelled.');
  await dialog.getByRole('button', { name: 'Undo the one done' }).click();
  await expect(dialog).toBeHidden();
});

test('what somebody counts stays on the screen when another changes the order, and that is said', async ({
  admin,
  context,
}) => {
  await openOrder(admin, 'on_the_way');
  const other = await context.newPage();
  await other.goto(admin.url());
  await expect(other.getByRole('button', { name: 'Coming back', exact: true })).toBeVisible();
  await openMore(admin);
  await admin.getByRole('button', { name: 'Received back' }).click();
  const dialog = admin.getByRole('dialog', { name: 'What came back?' });
  await dialog.getByLabel('Damaged').first().fill('1');
  await other.getByRole('button', { name: 'Coming back', exact: true }).click();
  await expect(statusMessage(other, 'coming back')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This order has changed in the meantime. It is now: Coming back.',
  );
  await expect(dialog.getByLabel('Damaged').first()).toHaveValue('1');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Received back' }).click();
  await expect(statusMessage(admin, 'received back')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test.describe('an answer that was read before a step and arrives after it does not hide the step', () => {
  test.beforeEach(async ({ admin }) => {
    // Without the live stream, which would correct the screen a moment later.
    await admin.route('**/api/admin/live', (route) => route.abort());
  });
  const readAgain = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  test('on the page of the order', async ({ admin }) => {
    const id = await openOrder(admin, 'to_pack');
    const early = await holdAnswer(admin, `**/api/admin/orders/${id}`);
    await readAgain(admin);
    await early.read;
    await admin.getByRole('button', { name: 'Packed', exact: true }).click();
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await early.release();
    await expect(admin.getByRole('button', { name: 'Packed', exact: true })).toHaveCount(0);
    await admin.getByLabel('Tracking number').fill('NEWER00001');
    await admin.getByRole('button', { name: 'Hand over' }).click();
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
  });

  test('in a list', async ({ admin }) => {
    await openQueue(admin, 'all');
    const confirm = admin.getByRole('button', { name: /^Confirm: AP-/ }).first();
    const row = rows(admin).filter({
      hasText: ORDER_NUMBER.exec(await nameOf(confirm))?.[0] ?? '',
    });
    const early = await holdAnswer(admin, /\/api\/admin\/orders\?/);
    await readAgain(admin);
    await early.read;
    await confirm.click();
    await expect(row.getByText('To pack', { exact: true })).toBeVisible();
    await early.release();
    await expect(row.getByText('To pack', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: /^Packed: AP-/ })).toBeVisible();
  });
});

test('a note begun for one order is not shown at another that the history leads to', async ({
  admin,
}) => {
  await openOrder(admin, 'to_pack', 0);
  const heading = admin.getByRole('heading', { level: 1 });
  const first = (await heading.textContent()) ?? '';
  await admin.getByRole('article').getByRole('link', { name: 'Orders' }).click();
  await rows(admin).nth(1).getByRole('link').first().click();
  await expect(heading).toHaveText(ORDER_NUMBER);
  await expect(heading).not.toHaveText(first);
  const note = admin.getByLabel('Note for the staff');
  await note.fill('Ring twice');
  await admin.evaluate(() => window.history.go(-2));
  await expect(heading).toHaveText(first);
  await expect(note).toHaveValue('');
  await admin.evaluate(() => window.history.go(2));
  await expect(heading).not.toHaveText(first);
  await expect(note).toHaveValue('Ring twice');
});

test('an order whose money was given back says so on its line, and is not packed', async ({
  admin,
}) => {
  await admin.route('**/api/admin/orders?*', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    Object.assign(list.orders[0], {
      wholly_refunded: true,
      payment_status: 'refunded',
      verbs: ['cancel'],
    });
    await route.fulfill({ response: answer, json: list });
  });
  await openQueue(admin, 'to_pack');
  await expect(rows(admin).first().getByText('Refunded', { exact: true })).toBeVisible();
  await expect(
    rows(admin)
      .first()
      .getByRole('button', { name: /^Packed/ }),
  ).toHaveCount(0);
});

test.describe('a step that gives money back asks for a second factor shown lately', () => {
  test.beforeEach(async ({ page, ownShop, demoOrders: _ }) => {
    await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'owner'), 'owner');
  });

  test('and then does it, with what was counted', async ({ page, ownShop }) => {
    const { rows: orders } = await ownShop.sql(`
      select id from orders where fulfilment = 'shipped'
        and (select sum(quantity) from order_items where order_id = orders.id) > 1 limit 1`);
    const { id } = orders[0];
    await page.goto(`/admin/orders/${id}`);
    await askForFactor(page, '**/api/admin/orders/*/actions');
    await openMore(page);
    await page.getByRole('button', { name: 'Received back' }).click();
    const dialog = page.getByRole('dialog', { name: 'What came back?' });
    await dialog.getByLabel('Damaged').first().fill('1');
    await dialog.getByRole('button', { name: 'Received back' }).click();
    // Closing the question changes nothing, and it can be asked again.
    await expectFactorAsked(page);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await askForFactor(page, '**/api/admin/orders/*/actions');
    await page.getByRole('button', { name: 'Received back' }).click();
    await expect(dialog.getByLabel('Damaged').first()).toHaveValue('1');
    await dialog.getByRole('button', { name: 'Received back' }).click();
    await showFactor(page);
    await expect(statusMessage(page, 'received back')).toBeVisible();
    const { rows: found } = await ownShop.sql(
      `select (data ->> 'restocked')::int as restocked, (
         select sum(quantity)::int from order_items where order_items.order_id = $1) as pieces
       from order_events where order_id = $1 and kind = 'receive_back'`,
      [id],
    );
    expect(found).toHaveLength(1);
    expect(found[0].restocked).toBe(found[0].pieces - 1);
    expect(found[0].restocked).toBeGreaterThan(0);
  });

  /** The next bulk action refuses this order with 'stale_factor', as if it were paid online, and applies to the others. */
  const askForFactorOf = (page: Page, order: string) =>
    answerOnce(page, '**/api/admin/orders/actions', async (route) => {
      const body = route.request().postDataJSON();
      const items = body.items.filter(({ id }: { id: string }) => id !== order);
      const answer = await route.fetch({ postData: JSON.stringify({ ...body, items }) });
      const { outcomes } = await answer.json();
      const [{ version, fulfilment }] = outcomes;
      const left = { id: order, order_number: 'AP-222-222', refused: STALE_FACTOR_ERROR };
      await route.fulfill({
        json: { outcomes: [...outcomes, { ...left, version, fulfilment }] },
      });
    });

  for (const [name, shows] of [
    ['once for several', true],
    ['and leaves those that wait for it as they are without', false],
  ] as const) {
    test(name, async ({ page }) => {
      const [, second = ''] = await selectFirst(page, 'to_pack', 2);
      await askForFactorOf(page, second);
      await selectionBar(page).getByRole('button', { name: 'Cancel orders' }).click();
      const dialog = page.getByRole('dialog');
      await cancelSeveral(page);
      if (shows) {
        await showFactor(page);
        await expect(statusMessage(page, '2 orders cancelled')).toBeVisible();
        return;
      }
      await expectFactorAsked(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog', { name: '1 done, 1 not' })).toContainText(
        'Please confirm with your second step again.',
      );
      await page.getByRole('button', { name: 'Undo the one done' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator(`[data-order="${second}"]`)).toBeVisible();
    });
  }

  test('and says that the answer was lost of those that were sent again with it', async ({
    page,
  }) => {
    const [, second = ''] = await selectFirst(page, 'to_pack', 2);
    await askForFactorOf(page, second);
    await selectionBar(page).getByRole('button', { name: 'Cancel orders' }).click();
    await cancelSeveral(page);
    await expectFactorAsked(page);
    await answerOnce(page, '**/api/admin/orders/actions', (route) => route.abort());
    await showFactor(page);
    await expect(page.getByRole('alert')).toContainText('No reply from the server');
    await expect(statusMessage(page, '1 order cancelled')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('whoever closes a dialog before its step is answered reads the outcome and goes on', () => {
  test('with several orders', async ({ admin }) => {
    await selectFirst(admin, 'to_pack', 2);
    const before = await rows(admin).count();
    const release = await hold(admin, '**/api/admin/orders/actions');
    await selectionBar(admin).getByRole('button', { name: 'Cancel orders' }).click();
    const sent = admin.waitForRequest('**/api/admin/orders/actions');
    await cancelSeveral(admin);
    await sent;
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(rows(admin)).toHaveCount(before - 2);
    await undoIn(admin, '2 orders cancelled').click();
    await expect(selectionBar(admin)).toHaveCount(0);
    await expect(rows(admin)).toHaveCount(before);
  });

  test('with several orders that wait for a second factor', async ({ admin }) => {
    const [first, second] = await selectFirst(admin, 'to_pack', 2);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await admin.route('**/api/admin/orders/actions', async (route) => {
      await held;
      const outcomes = [first, second].map((id, place) => ({
        id,
        order_number: `AP-222-22${place}`,
        version: 1,
        fulfilment: 'pending',
        refused: STALE_FACTOR_ERROR,
      }));
      await route.fulfill({ json: { outcomes } });
    });
    await selectionBar(admin).getByRole('button', { name: 'Cancel orders' }).click();
    const sent = admin.waitForRequest('**/api/admin/orders/actions');
    await cancelSeveral(admin);
    await sent;
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    release();
    const told = admin.getByRole('dialog', { name: '0 done, 2 not' });
    await expect(told).toContainText(STALE_FACTOR_ERROR.message);
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await expect(admin.locator(`[data-order="${second}"]`)).toBeVisible();
  });

  test('with one order, and a dialog that was opened meanwhile stays', async ({ admin }) => {
    await openOrder(admin, 'on_the_way');
    const release = await hold(admin, '**/api/admin/orders/*/actions');
    await admin.getByRole('button', { name: 'Delivery failed' }).click();
    const sent = admin.waitForRequest('**/api/admin/orders/*/actions');
    await admin.getByRole('dialog').getByRole('button', { name: 'Nobody was there' }).click();
    await sent;
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await openMore(admin);
    await admin.getByRole('button', { name: 'Received back' }).click();
    const dialog = admin.getByRole('dialog', { name: 'What came back?' });
    await dialog.getByLabel('Damaged').first().fill('1');
    release();
    await expect(statusMessage(admin, 'not delivered')).toContainText(ORDER_NUMBER);
    await expect(dialog.getByRole('alert')).toContainText(
      'This order has changed in the meantime.',
    );
    await expect(dialog.getByLabel('Damaged').first()).toHaveValue('1');
    await admin.keyboard.press('Escape');
    await expect(admin.getByRole('button', { name: 'Delivered', exact: true })).toBeEnabled();
  });
});
