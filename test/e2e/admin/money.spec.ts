import { readFile } from 'node:fs/promises';
import {
  act,
  demoOwner,
  ORDER_NUMBER,
  openAsOwner,
  openQueue,
  openScreen,
  rows,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { fill, readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// One shop with the demo's orders for all tests.
test.describe.configure({ mode: 'default' });
test.use(PHONE);

test('a payment that is disputed leads from Today to its order, and is refunded', async ({
  page,
  browser,
  baseURL,
  ownShop,
  signedInShopper,
  demoOrders: _,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await tap(page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }));
  await tap(page.getByRole('button', { name: 'Place Order' }));
  const window = page.getByRole('dialog', { name: 'Aparajita' });
  await tap(window.getByRole('button', { name: /^Pay / }));
  const placed = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(placed).toBeVisible();
  const number = ORDER_NUMBER.exec((await placed.textContent()) ?? '')?.[0];
  await ownShop.sql(
    `insert into disputes (id, payment_id, user_id, amount_paise, deducted_paise, reason, phase, status, respond_by, created_at)
     select 'disp_AAAAAAAAAAAAAA', payment_id, user_id, 10000, 0, 'goods_or_services_not_received', 'chargeback', 'open',
       now() + interval '3 days', now()
     from orders where order_number = $1`,
    [number],
  );

  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const staff = await context.newPage();
  await openAsOwner(staff);
  const line = staff.getByRole('listitem').filter({ hasText: 'Disputed payments to answer' });
  await tap(line.getByRole('link', { name: /^Look/ }));
  const mine = staff.getByRole('listitem').filter({ hasText: number });
  await tap(mine.getByRole('link').first());
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(`${number}`);
  const warning = /bank disputes ₹100\.00 of this payment .* the customer gets the money twice/;
  await expect(staff.getByText(warning)).toBeVisible();
  await tap(staff.getByRole('button', { name: 'Refund', exact: true }));
  const dialog = staff.getByRole('dialog', { name: `Refund ${number}` });
  await expect(dialog.getByText(warning)).toBeVisible();
  await expectInside(dialog);
  await expect(staff.getByLabel('Amount in rupees')).toBeFocused();
  await staff.keyboard.type('100');
  await tap(dialog.getByRole('button', { name: 'Refund ₹100.00' }));
  await expect(statusMessage(staff, `₹100.00 of ${number} is being refunded`)).toBeVisible();
  await context.close();
});

test('reports and lists of orders are read on a phone, and saved as files', async ({ admin }) => {
  const saved = async () => {
    const download = admin.waitForEvent('download');
    await tap(admin.getByRole('button', { name: 'Save as CSV' }));
    const file = await readFile(await (await download).path(), 'utf8');
    return file.trimEnd().split('\r\n');
  };
  await admin.goto('/admin/reports');
  await tap(admin.getByRole('button', { name: '90 days' }));
  await expect(admin).toHaveURL(/from=/);
  const [head, ...days] = await saved();
  expect(head).toBe('\ufeffDay,Orders,Sales,Cancelled');
  expect(days.length).toBeGreaterThan(20);

  await openQueue(admin, 'on_the_way');
  const count = await rows(admin).count();
  await tap(admin.getByText('Filter', { exact: true }));
  const [columns, ...orders] = await saved();
  expect(columns).toMatch(/^\ufeffOrder,Date,State,Payment,/);
  expect(orders).toHaveLength(count);
});

test('a courier’s file is chosen, what is still on its way is delivered, posted and taken back', async ({
  signedInShopper,
  admin,
  request,
}) => {
  const owner = await demoOwner(request);
  const { order } = await fill(signedInShopper); // ₹499 in cash
  const couriers = JSON.stringify(await owner.call('GET', '/couriers'));
  const courier = /"id":"([0-9a-f-]{36})","name":"DTDC"/.exec(couriers)?.[1];
  const number = `THUMB${Date.now()}`;
  await act(owner, order, 'hand_over', { courier, tracking_number: number });
  // The list is larger than 64 kB, the limit of browsers for requests that outlive their page (keepalive).
  const others = Array.from({ length: 4_000 }, (_, i) => `NOBODY${i};${i + 1};UTR-${number}`);
  const lines = ['AWB;Amount;UTR', `${number};"₹499.00";UTR-${number}`, ...others];
  await admin.goto('/admin');
  await openScreen(admin, 'Cash');
  await admin.getByLabel('Courier').selectOption({ label: 'DTDC' });
  await admin.getByLabel('CSV file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await tap(admin.getByRole('button', { name: 'Match' }));
  await expect(admin.getByRole('heading', { name: 'DTDC’s list' })).toBeFocused();
  await expect(admin.getByText('4000Unknown')).toBeVisible();
  await tap(admin.getByRole('button', { name: 'Mark it as delivered' }));
  const reference = admin.getByLabel('Reference of the transfer (UTR)');
  await expect(reference).toHaveValue(`UTR-${number}`);
  await tap(admin.getByRole('button', { name: 'Post 1 order, ₹499.00' }));
  const posted = statusMessage(admin, '₹499.00 from DTDC posted');
  await tap(posted.getByRole('button', { name: 'Undo' }));
  await expect(admin.getByText(`Undone: UTR-${number}`)).toBeVisible();
});
