import { readFile } from 'node:fs/promises';
import { ORDER_NUMBER, openQueue, rows, statusMessage, test } from '#test/e2e/support/admin.ts';
import { drawn, hold } from '#test/e2e/support/delayed-requests.ts';
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

test('cash is settled by hand, reopened, and told by age', async ({ admin, ownShop }) => {
  await test.step('settling says the sum and asks why, and what was settled can be reopened later', async () => {
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
  await test.step('what couriers owe is told by age, of all or of one, and saved as a file', async () => {
    await admin.goto('/admin/cash');
    await tap(admin.getByText('Owed by age', { exact: true }));
    const table = admin.getByRole('table', {
      name: 'What couriers owe, by days since the delivery',
    });
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
  await test.step('what was settled stands below what is open from the start, also when it is read first', async () => {
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
  await test.step('a pasted list stays with its courier when the page is narrowed to another one', async () => {
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
  await test.step('where an undone settling stops halfway, what is so is told', async () => {
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

test('reports are read on a phone, and saved as files like the orders of a queue', async ({
  admin,
}) => {
  test.slow();
  await test.step('no report scrolls sideways on a phone', async () => {
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
  await test.step('where parcels come back from, and how fast they leave, is read on a phone', async () => {
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
  await test.step('reports are drawn, told in a table and saved as a file', async () => {
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
  await test.step('the orders of a queue are saved as CSV with a thumb', async () => {
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
});
