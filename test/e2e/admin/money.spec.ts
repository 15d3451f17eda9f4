import { readFile } from 'node:fs/promises';
import {
  ORDER_NUMBER,
  openAsOwner,
  openQueue,
  openToday,
  rows,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { tapCounter } from '#test/e2e/support/tap-counter.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

// One shop with the demo's orders for all tests.
test.describe.configure({ mode: 'default' });

test('one order, twenty orders and three parcels leave, an order is cancelled, a price and a stock change in few clicks', async ({
  admin,
  ownShop,
  context,
}) => {
  test.slow();
  /** Counts clicks; `tell` prints them and fails if there are more than `max`. */
  const count = (name: string, max: number) => {
    const hand = tapCounter(admin);
    const tell = () => {
      console.log(`${name}: at most ${max} clicks\n${hand.table()}`);
      expect(hand.total('taps')).toBeLessThanOrEqual(max);
    };
    return { hand, tell };
  };
  await test.step('one order leaves with courier, tracking number and printed slip in four clicks', async () => {
    await openQueue(admin, 'to_pack');
    const { hand, tell } = count('One order sent', 4);
    await hand.tap('order', rows(admin).first().getByRole('link').first());
    await hand.tap('tracking number', admin.getByLabel('Tracking number'));
    await hand.type('tracking number', 'BD0000000001');
    await hand.next('hand over');
    const told = statusMessage(admin, 'handed over');
    await hand.tap('slip', told.getByRole('link', { name: 'Print slip' }));
    await expect(admin.getByRole('article', { name: /^Slip AP-/ })).toBeVisible();
    await expect(admin.locator('html[printed]')).toBeAttached();
    tell();
  });
  await test.step('twenty orders leave in twelve clicks, their numbers pasted as a list', async () => {
    await ownShop.sql(`
      with placed as (
        insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method,
          idempotency_key, request_hash)
        select user_id, email, generate_order_number(), 899, shipping_address, 'cod', 'twenty-' || number, 'x'
        from (select * from orders where payment_method = 'cod' limit 1) pattern, generate_series(1, 20) number
        returning id, user_id
      ), item as (
        insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
        select placed.id, user_id, products.id, name, image, 1, 899 from placed, products where products.id::text = '1'
      ) select from placed`);
    await ownShop.sql(
      `update orders set fulfilment = 'confirmed', confirmed_at = now() where idempotency_key like 'twenty-%'`,
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openToday(admin);
    const { hand, tell } = count('Twenty orders and more sent', 12);
    await hand.tap('queue', admin.getByRole('link', { name: 'Pack: To pack' }));
    await expect(rows(admin).nth(19)).toBeVisible();
    const all = await rows(admin).count();
    await hand.tap('select all', admin.getByLabel(/^Select all/));
    await hand.tap('hand over', selectionBar(admin).getByRole('link', { name: 'Hand over' }));
    await expect(admin.getByLabel(/^Tracking number of/).first()).toBeFocused();
    const numbers = Array.from({ length: all }, (_, place) => `DTDC${1_000_000 + place}`);
    await admin.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n'));
    await admin.keyboard.press('Control+V');
    await hand.tap('hand over', admin.getByRole('button', { name: `Hand over ${all}` }));
    await hand.tap('slips', statusMessage(admin, `${all} handed over`).getByRole('link'));
    await expect(admin.getByRole('article', { name: /^Slip AP-/ })).toHaveCount(all);
    tell();
    const { rowCount } = await ownShop.sql(
      `select from shipments where tracking_number like 'DTDC1%' and state = 'handed_over'`,
    );
    expect(rowCount).toBe(all);
  });
  await test.step('three parcels are delivered in four clicks, their tracking numbers pasted into the search', async () => {
    const { rows: parcels } = await ownShop.sql(`
      select order_number, tracking_number from orders join shipments on order_id = orders.id
      where fulfilment = 'shipped' and state = 'handed_over' and tracking_number ~ '[0-9]{5}' limit 3`);
    expect(parcels).toHaveLength(3);
    const [, ...others] = parcels.map(({ tracking_number }) => String(tracking_number));
    await openQueue(admin, 'on_the_way');
    const { hand, tell } = count('Three parcels delivered', 4);
    await hand.tap('field', admin.getByLabel('Search orders'));
    // A browser that pastes several lines into a one-line field puts spaces between them.
    await admin.getByLabel('Search orders').fill([parcels[0].order_number, ...others].join(' '));
    await hand.next('search');
    await hand.tap('select all', admin.getByLabel('Select all 3'));
    await hand.tap('delivered', selectionBar(admin).getByRole('button', { name: 'Delivered' }));
    await expect(statusMessage(admin, '3 orders delivered')).toBeVisible();
    tell();
  });
  await test.step('an order is found with one click and cancelled with its reason in three', async () => {
    const { rows: found } = await ownShop.sql(`
      select order_number, shipping_address ->> 'full_name' as name, shipping_address ->> 'phone' as phone
      from orders where fulfilment = 'pending' order by created_at desc limit 1`);
    const { order_number: number, name, phone } = found[0];
    for (const words of [phone, name, number, `#${number}`]) {
      await admin.goto('/admin');
      const { hand, tell } = count(`Found by ${words}`, 1);
      await hand.tap('field', admin.getByLabel('Search orders'));
      await hand.type('words', words);
      await hand.next('search');
      await expect(rows(admin).filter({ hasText: number })).toBeVisible();
      tell();
    }
    const { hand, tell } = count('One order cancelled', 3);
    await hand.tap('order', rows(admin).filter({ hasText: number }).getByRole('link').first());
    await hand.tap('cancel', admin.getByRole('button', { name: 'Cancel order' }));
    const reason = admin
      .getByRole('dialog')
      .getByRole('button', { name: 'Could not be confirmed' });
    await hand.tap('reason', reason);
    await expect(statusMessage(admin, 'cancelled')).toBeVisible();
    tell();
  });
  await test.step('a price and a stock change in three clicks each', async () => {
    await openToday(admin);
    const price = count('A price changed', 3);
    const products = admin.getByRole('link', { name: 'Products', exact: true }).first();
    await price.hand.tap('products', products);
    await price.hand.tap(
      'price',
      admin.getByRole('button', { name: /^Price of Travel Tea Pack: / }),
    );
    await expect(admin.getByLabel('New price of Travel Tea Pack in rupees')).toBeFocused();
    await price.hand.type('price', '580');
    await price.hand.next('save');
    await expect(statusMessage(admin, 'Travel Tea Pack: ₹580.00')).toBeVisible();
    price.tell();
    await openToday(admin);
    const stock = count('A stock changed', 3);
    await stock.hand.tap('products', products);
    await stock.hand.tap('reason', admin.getByRole('button', { name: /^Damaged: / }).first());
    await stock.hand.type('pieces', '2');
    await stock.hand.tap('save', admin.getByRole('button', { name: 'Save' }));
    await expect(statusMessage(admin, 'for sale')).toBeVisible();
    stock.tell();
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a payment that is disputed leads from Today to its order, is refunded in four taps, and by hand where the gateway refused', async ({
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
    await tap(window.getByText('Make something go wrong'));
    await window.getByLabel('After you pay').selectOption('offer');
    await tap(window.getByRole('button', { name: /^Pay / }));
    const placed = page.getByRole('heading', { name: /^Order #AP-/ });
    await expect(placed).toBeVisible();
    const number = ORDER_NUMBER.exec((await placed.textContent()) ?? '')?.[0];
    await page.goto('/account/orders');
    await tap(page.getByRole('link', { name: new RegExp(`${number}`) }));
    await expect(page.getByRole('main').getByText(/^₹[\d,.]+, with an offer$/)).toBeVisible();
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
    const hand = tapCounter(staff);
    const mine = staff.getByRole('listitem').filter({ hasText: number });
    await hand.tap('order', mine.getByRole('link').first());
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText(`${number}`);
    const warning = /bank disputes ₹100\.00 of this payment .* the customer gets the money twice/;
    await expect(staff.getByText(warning)).toBeVisible();
    await expect(staff.getByText(/^to be answered by /)).toBeVisible();
    await expect(staff.getByText('Paid, with an offer')).toBeVisible();
    await hand.tap('refund', staff.getByRole('button', { name: 'Refund', exact: true }));
    const dialog = staff.getByRole('dialog', { name: `Refund ${number}` });
    await expect(dialog.getByText(warning)).toBeVisible();
    await expectInside(dialog);
    await expect(staff.getByLabel('Amount in rupees')).toBeFocused();
    await hand.type('amount', '100');
    await hand.tap('send', dialog.getByRole('button', { name: 'Refund ₹100.00' }));
    await expect(statusMessage(staff, `₹100.00 of ${number} is being refunded`)).toBeVisible();
    expect(hand.total('taps')).toBeLessThanOrEqual(4);

    await ownShop.sql(
      `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, status)
       select payment_id, user_id, 10000, 'goodwill', 'refused-' || id, 'failed' from orders where order_number = $1`,
      [number],
    );
    await openQueue(staff, 'refunds_failed');
    await tap(rows(staff).filter({ hasText: number }).getByRole('link').first());
    await tap(staff.getByRole('button', { name: 'Refunded by hand' }));
    await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('100');
    await dialog.getByLabel('Reference').fill('UTR12345');
    await tap(dialog.getByRole('button', { name: 'Record ₹100.00' }));
    await expect(statusMessage(staff, `Refund of ₹100.00 for ${number} recorded`)).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Refunded by hand' })).toHaveCount(0);
    await context.close();
  });

  test('reports, what couriers owe and lists of orders are read on a phone, and saved as files', async ({
    admin,
  }) => {
    const main = admin.getByRole('main');
    const saved = async (button = 'Save as CSV') => {
      const download = admin.waitForEvent('download');
      await tap(admin.getByRole('button', { name: button }));
      const file = await readFile(await (await download).path(), 'utf8');
      return file.trimEnd().split('\r\n');
    };
    await admin.goto('/admin/reports');
    await tap(admin.getByRole('button', { name: '90 days' }));
    await expect(admin).toHaveURL(/from=/);
    const names = ['Sales by product', 'Payment methods', 'Couriers', 'Refunds', 'Sales by day'];
    for (const name of names) {
      const link = admin.getByRole('link', { name, exact: true });
      await tap(link);
      await expect(link).toHaveAttribute('aria-current', 'page');
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
    const [head, ...days] = await saved();
    expect(head).toBe('\ufeffDay,Orders,Sales,Cancelled');
    expect(days.length).toBeGreaterThan(20);

    await admin.goto('/admin/cash');
    await tap(admin.getByText('Owed by age', { exact: true }));
    const table = admin.getByRole('table', {
      name: 'What couriers owe, by days since the delivery',
    });
    await expect(table.getByRole('rowheader', { name: 'Delhivery' })).toBeVisible();
    await expectInside(table);
    const owed = await saved();
    expect(owed[0]).toBe('\ufeffCourier,Since delivery,Orders,Owed');
    expect(owed.join('\n')).toMatch(/\nDelhivery,(.+ days|Over 30 days),\d+,[\d.]+/);
    await tap(admin.getByRole('button', { name: /^Delhivery ₹/ }));
    await expect(table.getByRole('rowheader', { name: 'Total' })).toHaveCount(0);

    await openQueue(admin, 'on_the_way');
    const count = await rows(admin).count();
    await tap(admin.getByText('Filter', { exact: true }));
    const [columns, ...orders] = await saved();
    expect(columns).toMatch(/^\ufeffOrder,Date,State,Payment,/);
    expect(orders).toHaveLength(count);
  });
});
