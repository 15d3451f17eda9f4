import {
  openAsOwner,
  openQueue,
  openToday,
  rows,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tapCounter } from '#test/e2e/support/tap-counter.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

/** Prints the counted clicks and fails if there are more than `max`. */
function tell(name: string, hand: ReturnType<typeof tapCounter>, max: number) {
  console.log(`${name}: at most ${max} clicks\n${hand.table()}`);
  expect(hand.total('taps')).toBeLessThanOrEqual(max);
}

test('one order, twenty orders and three parcels leave in at most four, twelve and four clicks', async ({
  admin,
  ownShop,
  context,
}) => {
  test.slow();
  await test.step('one order leaves with courier, tracking number and printed slip in four clicks', async () => {
    await openQueue(admin, 'to_pack');
    const hand = tapCounter(admin);
    await hand.tap('order', rows(admin).first().getByRole('link').first());
    await hand.tap('tracking number', admin.getByLabel('Tracking number'));
    await hand.type('tracking number', 'BD0000000001');
    await hand.next('hand over');
    await hand.tap(
      'slip',
      statusMessage(admin, 'handed over').getByRole('link', { name: 'Print slip' }),
    );
    await expect(admin.getByRole('article', { name: /^Slip AP-/ })).toBeVisible();
    await expect(admin.locator('html[printed]')).toBeAttached();
    tell('One order sent', hand, 4);
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
    const hand = tapCounter(admin);
    await hand.tap('queue', admin.getByRole('link', { name: 'Pack: To pack' }));
    await expect(rows(admin).nth(19)).toBeVisible();
    const count = await rows(admin).count();
    await hand.tap('select all', admin.getByLabel(/^Select all/));
    const bar = selectionBar(admin);
    await hand.tap('hand over', bar.getByRole('link', { name: 'Hand over' }));
    await expect(admin.getByLabel(/^Tracking number of/).first()).toBeFocused();
    const numbers = Array.from({ length: count }, (_, place) => `DTDC${1_000_000 + place}`);
    await admin.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n'));
    await admin.keyboard.press('Control+V');
    await hand.tap('hand over', admin.getByRole('button', { name: `Hand over ${count}` }));
    await hand.tap('slips', statusMessage(admin, `${count} handed over`).getByRole('link'));
    await expect(admin.getByRole('article', { name: /^Slip AP-/ })).toHaveCount(count);
    tell(`${count} orders sent`, hand, 12);
    const { rows: sent } = await ownShop.sql(
      `select from shipments where tracking_number like 'DTDC1%' and state = 'handed_over'`,
    );
    expect(sent).toHaveLength(count);
  });
  await test.step('parcels are marked as delivered in four clicks, their tracking numbers pasted into the search', async () => {
    const { rows: parcels } = await ownShop.sql(`
      select order_number, tracking_number from orders join shipments on order_id = orders.id
      where fulfilment = 'shipped' and state = 'handed_over' and tracking_number ~ '[0-9]{5}' limit 3`);
    expect(parcels).toHaveLength(3);
    const [first, ...others] = parcels.map(({ tracking_number }) => String(tracking_number));
    await openQueue(admin, 'on_the_way');
    await expect(rows(admin).filter({ hasText: first })).toHaveCount(1);
    const hand = tapCounter(admin);
    await hand.tap('field', admin.getByLabel('Search orders'));
    // A browser that pastes several lines into a one-line field puts spaces between them.
    const list = [parcels[0].order_number, ...others, 'NOBODY12345'].join(' ');
    await admin.getByLabel('Search orders').fill(list);
    await hand.next('search');
    await expect(admin.getByText('1 of 4 numbers is not in this list: NOBODY12345.')).toBeVisible();
    await hand.tap('select all', admin.getByLabel('Select all 3'));
    const bar = selectionBar(admin);
    await hand.tap('delivered', bar.getByRole('button', { name: 'Delivered' }));
    await expect(statusMessage(admin, '3 orders delivered')).toBeVisible();
    tell('3 parcels delivered', hand, 4);
  });
});

test('an order is cancelled, refunded and found, a price and a stock changed in at most four clicks', async ({
  admin,
  ownShop,
}) => {
  test.slow();
  await test.step('an order is cancelled with its reason in three clicks, and its pieces are in stock again', async () => {
    const stock = async () => {
      const { rows: all } = await ownShop.sql('select sum(stock)::integer as pieces from products');
      return Number(all[0].pieces);
    };
    await openQueue(admin, 'to_confirm');
    const before = await stock();
    const hand = tapCounter(admin);
    await hand.tap('order', rows(admin).first().getByRole('link').first());
    await hand.tap('cancel', admin.getByRole('button', { name: 'Cancel order' }));
    const dialog = admin.getByRole('dialog');
    await expect(dialog).toContainText('into stock');
    await expect(dialog).toContainText(
      'This can be undone for 50 seconds. The email is sent after that.',
    );
    await hand.tap('reason', dialog.getByRole('button', { name: 'Could not be confirmed' }));
    await expect(statusMessage(admin, 'cancelled')).toBeVisible();
    tell('One order cancelled', hand, 3);
    expect(await stock()).toBeGreaterThan(before);
  });
  await test.step('part of an order is refunded in four clicks', async () => {
    await openQueue(admin, 'delivered');
    const hand = tapCounter(admin);
    await hand.tap('order', rows(admin).first().getByRole('link').first());
    await hand.tap('refund', admin.getByRole('button', { name: 'Refund', exact: true }));
    await expect(admin.getByLabel('Amount in rupees')).toBeFocused();
    await hand.type('amount', '100');
    await hand.tap('reference', admin.getByLabel('Reference'));
    await hand.type('reference', 'UTR12345');
    await hand.tap('record', admin.getByRole('button', { name: 'Record ₹100.00' }));
    await expect(statusMessage(admin, 'Refund of ₹100.00')).toBeVisible();
    await expect(admin.getByText('−₹100.00')).toBeVisible();
    tell('Part of an order refunded', hand, 4);
  });
  await test.step('a price changes in three clicks', async () => {
    await openToday(admin);
    const hand = tapCounter(admin);
    await hand.tap('products', admin.getByRole('link', { name: 'Products', exact: true }).first());
    await hand.tap('price', admin.getByRole('button', { name: /^Price of Travel Tea Pack: / }));
    await expect(admin.getByLabel('New price of Travel Tea Pack in rupees')).toBeFocused();
    await hand.type('price', '580');
    await hand.next('save');
    await expect(statusMessage(admin, 'Travel Tea Pack: ₹580.00')).toBeVisible();
    tell('A price changed', hand, 3);
    const { rows: found } = await ownShop.sql(
      `select price::float from products where name = 'Travel Tea Pack'`,
    );
    expect(found).toEqual([{ price: 580 }]);
  });
  await test.step('a stock changes, with its reason, in three clicks', async () => {
    await admin.goto('/admin/stock');
    const first = admin.getByRole('button', { name: /^Damaged: / }).first();
    const hand = tapCounter(admin);
    await hand.tap('reason', first);
    await hand.type('pieces', '2');
    await hand.tap('save', admin.getByRole('button', { name: 'Save' }));
    await expect(statusMessage(admin, 'for sale')).toBeVisible();
    tell('A stock changed', hand, 3);
  });
  await test.step('one field finds an order by phone, by first and last name, and by number with and without #', async () => {
    const { rows: found } = await ownShop.sql(`
      select order_number, shipping_address ->> 'full_name' as name, shipping_address ->> 'phone' as phone
      from orders order by created_at desc limit 1`);
    const { order_number, name, phone } = found[0];
    for (const words of [phone, name, order_number, `#${order_number}`]) {
      await admin.goto('/admin');
      const hand = tapCounter(admin);
      await hand.tap('field', admin.getByLabel('Search orders'));
      await hand.type('words', words);
      await hand.next('search');
      await expect(rows(admin).filter({ hasText: order_number })).toBeVisible();
      tell(`Found by ${words}`, hand, 1);
    }
  });
});

test('part of an order that was paid online is refunded in four clicks', async ({
  page,
  browser,
  baseURL,
  signedInShopper,
  demoOrders: _,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  const gateway = page.getByRole('dialog', { name: 'Aparajita' });
  await gateway.getByRole('button', { name: /^Pay / }).click();
  const heading = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(heading).toBeVisible();
  const number = /AP-\w{3}-\w{3}/.exec((await heading.textContent()) ?? '')?.[0];

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const staff = await context.newPage();
  await openAsOwner(staff);
  await openQueue(staff, 'all');
  const hand = tapCounter(staff);
  await hand.tap('order', rows(staff).filter({ hasText: number }).getByRole('link').first());
  await hand.tap('refund', staff.getByRole('button', { name: 'Refund', exact: true }));
  await expect(staff.getByLabel('Amount in rupees')).toBeFocused();
  await hand.type('amount', '100');
  await hand.tap('send', staff.getByRole('button', { name: 'Refund ₹100.00' }));
  await expect(statusMessage(staff, `₹100.00 of ${number} is being refunded`)).toBeVisible();
  tell('Part of an order paid online refunded', hand, 4);
  await context.close();
});
