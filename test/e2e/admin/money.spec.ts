import { readFile } from 'node:fs/promises';
import { ORDER_NUMBER, openQueue, rows, statusMessage, test } from '#test/e2e/support/admin.ts';
import { drawn, hold, holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test.afterEach(({ ownShop }) =>
  ownShop.sql(`
    delete from shop_settings; select increment_catalogue_revision();
    delete from staff where email = 'bina@example.in'`),
);

test('a notice and a new telephone number reach the shop’s pages', async ({ admin, context }) => {
  await admin.goto('/admin/settings');
  const notice = admin.getByRole('form', { name: 'Notice' });
  await notice.getByLabel('Text').fill('No deliveries on 8 and 9 November');
  await tap(notice.getByRole('button', { name: 'Save' }));
  await expect(statusMessage(admin, 'Notice saved')).toBeVisible();
  const identity = admin.getByRole('form', { name: 'Who runs the shop' });
  await identity.getByLabel('Phone').fill('022 9999');
  await tap(identity.getByRole('button', { name: 'Save' }));
  await expect(identity.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await identity.getByLabel('Phone').fill('+91 22 9999 0000');
  await tap(identity.getByRole('button', { name: 'Save' }));
  await expect(statusMessage(admin, 'Shop details saved')).toBeVisible();
  await expectAccessible(admin);

  const shopper = await context.newPage();
  await expect(async () => {
    await shopper.goto('/contact');
    await expect(shopper.getByRole('main')).toContainText('+91 22 9999 0000', { timeout: 1_000 });
  }).toPass();
  await expect(shopper.getByRole('complementary', { name: 'Notice' })).toHaveText(
    'No deliveries on 8 and 9 November',
  );
  await expectAccessible(shopper);
});

test('the owner names an address for new orders, and empties it again', async ({ admin }) => {
  await admin.goto('/admin/settings');
  const form = admin.getByRole('form', { name: 'Email for each new order' });
  const email = form.getByLabel('Email address');
  const save = form.getByRole('button', { name: 'Save' });
  await email.fill('orders at example');
  await tap(save);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  for (const address of ['orders@example.in', '']) {
    await email.fill(address);
    const saved = admin.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await tap(save);
    expect((await saved).status()).toBe(200);
    await expect(statusMessage(admin, 'Email for new orders saved')).toBeVisible();
    await admin.reload();
    await expect(email).toHaveValue(address);
  }
});

test('of two tabs, the second keeps what was typed and overwrites nothing unseen', async ({
  admin,
  context,
}) => {
  const other = await context.newPage();
  const formIn = (page: typeof admin) => {
    const form = page.getByRole('form', { name: 'Low stock' });
    return {
      pieces: form.getByLabel('Pieces'),
      button: (name: string) => form.getByRole('button', { name }),
    };
  };
  await admin.goto('/admin/settings');
  const mine = formIn(admin);
  await mine.pieces.fill('23');
  await other.goto('/admin/settings');
  const theirs = formIn(other);
  await theirs.pieces.fill('17');
  await tap(theirs.button('Save'));
  await expect(statusMessage(other, 'Low stock saved')).toBeVisible();

  // Saving is refused, because the other tab has saved. If the live stream was faster, this tab asks before it is tried.
  const showSaved = mine.button('Show the saved values');
  await expect(async () => {
    const save = mine.button('Save');
    if (await save.isVisible()) await save.click({ timeout: 1_000 });
    await expect(showSaved).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(mine.pieces).toHaveValue('23');
  await tap(showSaved);
  await expect(mine.pieces).toHaveValue('17');
  await mine.pieces.fill('24');
  await tap(mine.button('Save'));
  await expect(statusMessage(admin, 'Low stock saved')).toBeVisible();
});

test('what comes later on the settings screen moves nothing that can be pressed', async ({
  admin,
}) => {
  await admin.route('**/api/admin/today', async (route) => {
    const answer = await route.fetch();
    const today = { ...(await answer.json()), failed_mails: { count: 2 } };
    await route.fulfill({ response: answer, json: today });
  });
  const letSettings = await hold(admin, '**/api/admin/settings');
  const letCouriers = await hold(admin, '**/api/admin/couriers');
  await admin.goto('/admin/settings');
  const failed = admin.getByRole('region', { name: 'Emails not sent' });
  await expect(failed).toBeVisible();
  await admin.evaluate(() => document.fonts.ready);
  const before = await failed.boundingBox();
  letSettings();
  await expect(admin.getByRole('form', { name: 'Low stock' })).toBeVisible();
  expect(await failed.boundingBox()).toEqual(before);
  // 'Add a courier' waits for the list of couriers, which would push it down.
  await expect(admin.getByRole('button', { name: 'Add a courier' })).toHaveCount(0);
  letCouriers();
  await expect(admin.getByRole('button', { name: 'Change Delhivery' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Add a courier' })).toBeVisible();
});

test('what was typed into settings, for a courier, an invitation and a list outlives a reload', async ({
  admin,
}) => {
  await admin.goto('/admin/settings');
  const pieces = admin.getByRole('form', { name: 'Low stock' }).getByLabel('Pieces');
  const officer = admin
    .getByRole('form', { name: 'Who runs the shop' })
    .getByLabel('Grievance officer', { exact: true });
  const courier = admin.getByRole('form', { name: 'Add a courier' });
  await pieces.fill('31');
  await officer.fill('Asha Rao');
  await tap(admin.getByRole('button', { name: 'Add a courier' }));
  await courier.getByLabel('Name').fill('Blue Dart South');
  await admin.reload();
  await expect(pieces).toHaveValue('31');
  await expect(officer).toHaveValue('Asha Rao');
  await tap(admin.getByRole('button', { name: 'Add a courier' }));
  await expect(courier.getByLabel('Name')).toHaveValue('Blue Dart South');
  await tap(courier.getByRole('button', { name: 'Back' }));
  await tap(admin.getByRole('form', { name: 'Low stock' }).getByRole('button', { name: 'Save' }));
  await expect(statusMessage(admin, 'Low stock saved')).toBeVisible();

  await admin.goto('/admin/staff');
  await admin.getByLabel('Email').fill('chitra@exam');
  await admin.getByLabel('Role', { exact: true }).selectOption('accountant');
  await admin.reload();
  await expect(admin.getByLabel('Email')).toHaveValue('chitra@exam');
  await expect(admin.getByLabel('Role', { exact: true })).toHaveValue('accountant');

  await admin.goto('/admin/cash');
  await admin.getByLabel('Courier').selectOption('India Post');
  await admin.getByLabel('Or paste its lines').fill('AWB,Amount\nEX1,998');
  await admin.reload();
  await expect(admin.getByLabel('Or paste its lines')).toHaveValue('AWB,Amount\nEX1,998');
  await expect(admin.getByLabel('Courier').locator('option:checked')).toHaveText('India Post');
});

test('a setting that was saved elsewhere during the reload is not overwritten unseen', async ({
  admin,
  context,
}) => {
  const form = (page: typeof admin) => page.getByRole('form', { name: 'Low stock' });
  await admin.goto('/admin/settings');
  await form(admin).getByLabel('Pieces').fill('31');
  const other = await context.newPage();
  await other.goto('/admin/settings');
  await form(other).getByLabel('Pieces').fill('12');
  await tap(form(other).getByRole('button', { name: 'Save' }));
  await expect(statusMessage(other, 'Low stock saved')).toBeVisible();
  await admin.reload();
  await expect(form(admin).getByLabel('Pieces')).toHaveValue('31');
  await tap(form(admin).getByRole('button', { name: 'Show the saved values' }));
  await expect(form(admin).getByLabel('Pieces')).toHaveValue('12');
});

test('a late answer with the values before leaves a saved setting as it is', async ({ admin }) => {
  await admin.clock.install();
  await admin.goto('/admin/settings');
  const form = admin.getByRole('form', { name: 'Low stock' });
  await form.getByLabel('Pieces').fill('23');
  const before = await holdAnswer(admin, '**/api/admin/settings');
  // The screen reads again when its tab becomes visible after a while.
  await admin.clock.fastForward(6_000);
  await admin.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await before.read;
  await tap(form.getByRole('button', { name: 'Save' }));
  await expect(statusMessage(admin, 'Low stock saved')).toBeVisible();
  await before.release();
  await expect(form.getByLabel('Pieces')).toHaveValue('23');
  await expect(form.getByRole('button', { name: 'Show the saved values' })).toHaveCount(0);
});

test('a refund by hand whose answer was lost is recorded once, also after a reload', async ({
  admin,
  ownShop,
}) => {
  await openQueue(admin, 'delivered');
  await tap(rows(admin).first().getByRole('link').first());
  const open = admin.getByRole('button', { name: 'Refund', exact: true });
  await tap(open);
  await loseAnswers(admin, '**/manual-refunds');
  await admin.getByLabel('Amount in rupees').fill('123');
  await admin.getByLabel('Reference').fill('UTR-RELOADED');
  await tap(admin.getByRole('button', { name: 'Record ₹123.00' }));
  await expect(admin.getByRole('dialog').getByRole('alert')).toBeVisible();
  await admin.unroute('**/manual-refunds');
  await admin.reload();
  await tap(open);
  await expect(admin.getByLabel('Reference')).toHaveValue('UTR-RELOADED');
  await tap(admin.getByRole('button', { name: 'Record ₹123.00' }));
  await expect(statusMessage(admin, 'Refund of ₹123.00')).toBeVisible();
  const { rows: recorded } = await ownShop.sql(
    `select amount::float as amount from manual_refunds where reference = 'UTR-RELOADED'`,
  );
  expect(recorded).toEqual([{ amount: 123 }]);
  await ownShop.sql(`delete from manual_refunds where reference = 'UTR-RELOADED'`);
});

test('settling says the sum and asks why, and what was settled can be reopened later', async ({
  admin,
}) => {
  await admin.goto('/admin/cash');
  const settle = admin.getByRole('button', { name: /^Settle AP-/ });
  const label = (await settle.first().getAttribute('aria-label')) ?? '';
  const number = ORDER_NUMBER.exec(label)?.[0] ?? '';
  const row = admin.getByRole('listitem').filter({ hasText: number });
  const dialog = admin.getByRole('dialog');
  await tap(settle.first());
  await expect(dialog).toContainText(/₹[\d,.]+ will no longer be expected from/);
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await expectAccessible(admin);
  await tap(dialog.getByRole('button', { name: /^Settle ₹/ }));
  await expect(dialog.getByText('Say why')).toBeVisible();
  await dialog.getByLabel('Why').fill('Paid by UPI, UTR 4711');
  await tap(dialog.getByRole('button', { name: /^Settle ₹/ }));
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByRole('button', { name: label })).toHaveCount(0);
  await admin.reload();
  await tap(admin.getByText('Settled by hand', { exact: true }));
  await expect(row).toContainText('Paid by UPI, UTR 4711');
  await expectAccessible(admin);
  await tap(admin.getByRole('button', { name: `Reopen the cash of ${number}` }));
  await expect(admin.getByRole('button', { name: `Settle ${number} by hand` })).toBeVisible();
});

test('what was settled stands below what is open from the start, also when it is read first', async ({
  admin,
  ownShop,
}) => {
  await ownShop.sql(`
    update cod_collections set state = 'remitted', settled_at = now() - interval '1 hour', remitted_amount = amount
    where order_id in (select order_id from cod_collections where state = 'due' order by order_id limit 1)`);
  const letOpen = await hold(admin, /\/api\/admin\/cash\/orders(\?(?!.*state=settled)|$)/);
  const read = admin.waitForResponse(/\/api\/admin\/cash\/orders\?.*state=settled/);
  await admin.goto('/admin/cash');
  await (await read).finished();
  await expect(admin.getByLabel('Or paste its lines')).toBeVisible();
  await drawn(admin);
  const settled = admin.getByText('Settled by hand', { exact: true });
  await expect(settled).toHaveCount(0);
  letOpen();
  await expect(admin.getByRole('heading', { name: 'Not paid in full' })).toBeVisible();
  await expect(settled).toBeVisible();
});

test('a pasted list stays with its courier when the page is narrowed to another one', async ({
  admin,
}) => {
  await admin.goto('/admin/cash');
  const courier = admin.getByLabel('Courier').locator('option:checked');
  await admin.getByLabel('Courier').selectOption('India Post');
  await admin.getByLabel('Or paste its lines').fill('AWB,Amount\nEX1,998');
  const tile = admin.getByRole('button', { name: /^Delhivery ₹/ });
  await tap(tile);
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect(courier).toHaveText('India Post');
  await expect(admin.getByLabel('Or paste its lines')).toHaveValue('AWB,Amount\nEX1,998');
  await admin.getByLabel('Or paste its lines').fill('');
  await expect(courier).toHaveText('Delhivery');
});

test('an order on a later page is reopened, and the list stays open with all its pages', async ({
  admin,
  ownShop,
}) => {
  const { rows: settled } = await ownShop.sql(`
    update cod_collections set state = 'remitted', settled_at = now() - interval '1 hour', remitted_amount = amount
    where order_id in (select order_id from cod_collections where state = 'due' order by order_id limit 3)
    returning (extract(epoch from settled_at) * 1000000)::bigint::text as settled_at`);
  expect(settled).toHaveLength(3);
  // Cuts the page to one line. `next` names where the following page begins: the line's time in microseconds and its id.
  await admin.route('**/api/admin/cash/orders?*state=settled*', async (route) => {
    const answer = await route.fetch();
    const { orders } = await answer.json();
    const next = orders.length > 1 ? `${settled[0]?.settled_at}_${orders[0].order_id}` : null;
    await route.fulfill({ response: answer, json: { orders: orders.slice(0, 1), next } });
  });
  await admin.goto('/admin/cash');
  await tap(admin.getByText('Settled by hand', { exact: true }));
  const reopen = admin.getByRole('button', { name: /^Reopen the cash of/ });
  const more = admin.getByRole('button', { name: 'Show more' });
  for (const count of [1, 2]) {
    await expect(reopen).toHaveCount(count);
    await tap(more.last());
  }
  await expect(reopen).toHaveCount(3);
  const label = (await reopen.nth(1).getAttribute('aria-label')) ?? '';
  await tap(reopen.nth(1));
  await expect(admin.getByRole('button', { name: label })).toHaveCount(0);
  await expect(reopen).toHaveCount(2);
  await expect(reopen.last()).toBeVisible();
});

const CHANGED = { code: 'changed_meanwhile', message: 'This has changed in the meantime.' };

test('where an undone settling stops halfway, what is so is told', async ({ admin }) => {
  await admin.goto('/admin/cash');
  const dispute = admin.getByRole('button', { name: /^Dispute AP-/ });
  const number =
    ORDER_NUMBER.exec((await dispute.first().getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await tap(dispute.first());
  await expect(
    admin.getByRole('button', { name: `End the dispute about ${number}` }),
  ).toBeVisible();
  await tap(admin.getByRole('button', { name: `Settle ${number} by hand` }));
  await admin.route('**/api/admin/cash/orders/*', (route) =>
    route.request().postDataJSON()?.action === 'dispute'
      ? route.fulfill({ status: 409, json: { error: CHANGED } })
      : route.fallback(),
  );
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Paid by UPI');
  await tap(dialog.getByRole('button', { name: /^Settle ₹/ }));
  await tap(statusMessage(admin, `${number}: ₹`).getByRole('button', { name: 'Undo' }));
  await expect(admin.getByRole('alert')).toContainText(
    `${number} is expected again, but no longer disputed`,
  );
  await expect(admin.getByRole('button', { name: `Dispute ${number}` })).toBeVisible();
});

test('a posting tells what was posted, not what was seen, and is taken back after a question', async ({
  admin,
  ownShop,
}) => {
  const { rows: due } = await ownShop.sql(
    `select couriers.name, tracking_number, cod_collections.amount
     from cod_collections join shipments on shipments.order_id = cod_collections.order_id
       and shipments.state = 'delivered' join couriers on couriers.id = courier
     where cod_collections.state = 'due' and settled_at is null limit 1`,
  );
  const { name, tracking_number, amount } = due[0];
  const reference = `UTR-${crypto.randomUUID().slice(0, 8)}`;
  await admin.goto('/admin/cash');
  await admin.getByLabel('Courier').selectOption(name);
  await admin.getByLabel('Or paste its lines').fill(`AWB,Amount\n${tracking_number},${amount}`);
  await tap(admin.getByRole('button', { name: 'Match' }));
  await admin.getByLabel('Reference of the transfer (UTR)').fill(reference);
  // The answer says 12.50, as if somebody else had posted the rest before.
  await admin.route('**/api/admin/cash/remittances', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), amount: 12.5 } });
  });
  await tap(admin.getByRole('button', { name: /^Post 1 order/ }));
  await expect(statusMessage(admin, `₹12.50 from ${name} posted`)).toBeVisible();

  await tap(admin.getByRole('button', { name: `Undo ${reference}` }));
  const question = admin.getByRole('dialog', { name: 'Undo this posting?' });
  await expect(question).toContainText(`${name} owes it again for 1 order.`);
  await expectAccessible(admin);
  await tap(question.getByRole('button', { name: 'Keep it' }));
  await expect(question).toBeHidden();
  await expect(admin.getByText(`Undone: ${reference}`)).toHaveCount(0);
  await tap(admin.getByRole('button', { name: `Undo ${reference}` }));
  await tap(question.getByRole('button', { name: 'Undo' }));
  await expect(admin.getByText(`Undone: ${reference}`)).toBeVisible();
});

test('a role and an access change after a dialog that says what it does, and come back with Undo', async ({
  admin,
  ownShop,
}) => {
  await ownShop.sql(
    `insert into staff (user_id, email, role) values (gen_random_uuid(), 'bina@example.in', 'packer')`,
  );
  await admin.goto('/admin/staff');
  const bina = admin.getByRole('listitem').filter({ hasText: 'bina@example.in' });
  await expect(bina).toContainText('Packer');
  const dialog = admin.getByRole('dialog');
  await tap(admin.getByRole('button', { name: 'Change role of bina@example.in' }));
  await expect(dialog).toContainText('A packer packs');
  await dialog.getByLabel('Role').selectOption('accountant');
  await expect(dialog).toContainText('An accountant matches cash');
  await expect(bina).toContainText('Packer');
  await expectAccessible(admin);
  await tap(dialog.getByRole('button', { name: 'Make accountant' }));
  const changed = statusMessage(admin, 'bina@example.in: Accountant');
  await expect(changed).toBeVisible();
  await expect(bina).toContainText('Accountant');
  await tap(changed.getByRole('button', { name: 'Undo' }));
  await expect(bina).toContainText('Packer');

  await tap(admin.getByRole('button', { name: 'End access of bina@example.in' }));
  await expect(dialog).toContainText('at once and on every device');
  await expectAccessible(admin);
  await tap(dialog.getByRole('button', { name: 'End access' }));
  const ended = statusMessage(admin, 'bina@example.in has no access any more');
  await expect(ended).toBeVisible();
  await tap(ended.getByRole('button', { name: 'Undo' }));
  await expect(admin.getByRole('button', { name: 'End access of bina@example.in' })).toBeVisible();

  const own = admin.getByRole('button', { name: /^End access of/ }).first();
  await tap(own);
  await expect(dialog).toContainText('This is you.');
  await tap(dialog.getByRole('button', { name: 'Back' }));
  await expect(dialog).toHaveCount(0);
});

test('what couriers owe is told by age, of all or of one, and saved as a file', async ({
  admin,
}) => {
  await admin.goto('/admin/cash');
  await tap(admin.getByText('Owed by age', { exact: true }));
  const table = admin.getByRole('table', { name: 'What couriers owe, by days since the delivery' });
  const delhivery = table.getByRole('rowheader', { name: 'Delhivery' });
  await expect(delhivery).toBeVisible();
  await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  await expectAccessible(admin);
  const edge = await table.evaluate((part) => part.getBoundingClientRect().right);
  expect(edge).toBeLessThanOrEqual(PHONE.viewport.width);
  await setRootFont(admin, 200);
  await expectNoOverflow(admin);
  await setRootFont(admin, 100);

  const download = admin.waitForEvent('download');
  await tap(admin.getByRole('button', { name: 'Save as CSV' }));
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\ufeffCourier,Since delivery,Orders,Owed\r\n/);
  expect(file).toMatch(/\r\nDelhivery,(.+ days|Over 30 days),\d+,[\d.]+\r\n/);

  await tap(admin.getByRole('button', { name: /^Delhivery ₹/ }));
  await expect(table.getByRole('rowheader', { name: 'Total' })).toHaveCount(0);
  await expect(delhivery).toBeVisible();
});

test('no report scrolls sideways on a phone', async ({ admin }) => {
  await admin.goto('/admin/reports');
  await tap(admin.getByRole('button', { name: '90 days' }));
  await expect(admin).toHaveURL(/from=/);
  for (const name of [
    'Sales by day',
    'Sales by product',
    'Payment methods',
    'Returned to origin',
    'Returned by PIN area',
    'Couriers',
    'Couriers by month',
    'Time to hand-over',
    'Refunds',
  ]) {
    const link = admin.getByRole('link', { name, exact: true });
    await tap(link);
    await expect(link).toHaveAttribute('aria-current', 'page');
    const main = admin.getByRole('main');
    const totals = main
      .getByRole('row', { name: /^Total/ })
      .or(main.getByRole('listitem').filter({ hasText: /^Total/ }));
    // There may be no refunds in this period.
    await expect(totals.or(main.getByText('There is nothing in these days.'))).toBeVisible();
    const wider = await main.evaluate((part) =>
      [...part.querySelectorAll('section[aria-label]')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ ariaLabel }) => ariaLabel),
    );
    expect(wider, name).toEqual([]);
  }
  await tap(admin.getByRole('link', { name: 'Returned to origin' }));
  await expect(admin.getByRole('listitem').filter({ hasText: /^Total/ })).toBeVisible();
  await expectAccessible(admin);
});

test('where parcels come back from, and how fast they leave, is read on a phone', async ({
  admin,
}) => {
  await admin.goto('/admin/reports');
  await tap(admin.getByRole('button', { name: '90 days' }));
  await tap(admin.getByRole('link', { name: 'Returned by PIN area' }));
  const row = admin.getByRole('main').getByRole('listitem');
  await expect(row.filter({ hasText: /^560 Karnataka.*RTO rate/ })).toBeVisible();
  await expectAccessible(admin);
  await tap(admin.getByRole('link', { name: 'Time to hand-over' }));
  const month = row.filter({ hasText: /Half within\d+ h.*Confirmation rate[\d.]+%/ });
  await expect(month.first()).toBeVisible();
  await expectAccessible(admin);
});

test('reports are drawn, told in a table and saved as a file', async ({ admin }) => {
  await admin.goto('/admin/reports');
  for (const name of ['Sales by product', 'Payment methods', 'Returned to origin', 'Refunds']) {
    const link = admin.getByRole('link', { name });
    await tap(link);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await tap(admin.getByRole('button', { name: 'Last month' }));
  await expect(admin.getByRole('button', { name: 'Last month' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const byDay = admin.getByRole('link', { name: 'Sales by day' });
  await tap(byDay);
  await expect(byDay).toHaveAttribute('aria-current', 'page');
  await tap(admin.getByRole('button', { name: '90 days' }));
  const total = admin.getByRole('listitem').filter({ hasText: /^Total/ });
  await expect(total).toBeVisible();
  await expectAccessible(admin);
  const download = admin.waitForEvent('download');
  await tap(admin.getByRole('button', { name: 'Save as CSV' }));
  const file = await readFile(await (await download).path(), 'utf8');
  const [head, ...lines] = file.trimEnd().split('\r\n');
  expect(head).toBe('\ufeffDay,Orders,Sales,Cancelled');
  expect(lines.length).toBeGreaterThan(20);
});

test('the orders of a queue are saved as CSV with a thumb', async ({ admin }) => {
  await openQueue(admin, 'on_the_way');
  const count = await rows(admin).count();
  await tap(admin.getByText('Filter', { exact: true }));
  const button = admin.getByRole('button', { name: 'Save as CSV' });
  await expect(button).toBeVisible();
  await expectAccessible(admin);
  const download = admin.waitForEvent('download');
  await tap(button);
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe(
    '\ufeffOrder,Date,State,Payment,Payment ID,Total,Refunded,Courier,Tracking number,Name,PIN code',
  );
  expect(lines).toHaveLength(count);
});
