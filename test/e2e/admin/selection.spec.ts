import { openQueue, rows, selectionBar, statusMessage, test } from '#test/e2e/support/admin.ts';
import type { OwnShop } from '#test/e2e/support/isolated-shop.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// The setting only gives these tests another shop: their sixty orders would push those of other tests off the first page.
test.use({ ...PHONE, ownSettings: { DATABASE_POOL: '9' } });

/** Adds sixty orders to pack, so that the queue has two pages. */
const addOrders = (shop: OwnShop) =>
  shop.sql(`
    insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method, idempotency_key,
      request_hash, fulfilment, confirmed_at)
    select user_id, email, generate_order_number(), 499, shipping_address, 'cod', 'selection-' || gen_random_uuid(), 'x',
      'confirmed', now()
    from (select * from orders limit 1) one, generate_series(1, 60)`);

test.beforeEach(({ ownShop, demoOrders: _ }) => addOrders(ownShop));

test('orders of two pages are selected, shown together and packed, and one that was refused is named', async ({
  admin,
  ownShop,
}) => {
  await openQueue(admin, 'to_pack');
  const box = (place: number) => rows(admin).nth(place).getByRole('checkbox');
  await tap(box(0));
  await tap(box(1));
  await expect(selectionBar(admin)).toContainText('2 selected');
  await tap(admin.getByRole('link', { name: 'Next page' }));
  await expect(admin.getByRole('link', { name: 'First page' })).toBeVisible();
  await tap(box(2));
  await expect(selectionBar(admin)).toContainText('3 selected');
  const others = selectionBar(admin).getByRole('link', { name: '2 on other pages' });
  await expect(others).toBeVisible();
  await expectInside(selectionBar(admin));
  await expectAccessible(admin);
  await admin.reload();
  await expect(others).toBeVisible();

  await admin.goBack();
  await expect(admin.getByRole('link', { name: 'First page' })).toHaveCount(0);
  await expect(selectionBar(admin)).toContainText('3 selected');
  await expect(box(1)).toBeChecked();
  await tap(selectionBar(admin).getByRole('link', { name: '1 on other pages' }));
  await expect(rows(admin)).toHaveCount(3);
  await expect(admin.getByRole('checkbox', { name: 'Select all 3' })).toBeChecked();
  await admin.goBack();
  await expect(selectionBar(admin)).toContainText('1 on other pages');

  const number = await box(1).getAttribute('aria-label');
  await ownShop.sql('update orders set version = version + 1 where order_number = $1', [
    number?.replace('Select ', ''),
  ]);
  await tap(selectionBar(admin).getByRole('button', { name: 'Packed' }));
  const outcomes = admin.getByRole('dialog', { name: '2 done, 1 not' });
  await expect(outcomes.getByRole('link')).toHaveText([number?.replace('Select ', '') ?? '']);
  await tap(outcomes.getByRole('button', { name: 'Undo the 2 done' }));
  await expect(outcomes).toBeHidden();
  await expect(selectionBar(admin)).toHaveCount(0);
});

test('an order that has left the queue is not counted any more, and the cross ends the selection', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  await tap(rows(admin).first().getByRole('checkbox'));
  await tap(rows(admin).nth(1).getByRole('checkbox'));
  await expect(selectionBar(admin)).toContainText('2 selected');
  await tap(
    rows(admin)
      .first()
      .getByRole('button', { name: /^Packed/ }),
  );
  await expect(statusMessage(admin, 'packed')).toBeVisible();
  await expect(selectionBar(admin)).toContainText('1 selected');
  await expect(selectionBar(admin).getByRole('link', { name: /on other pages/ })).toHaveCount(0);
  await tap(selectionBar(admin).getByRole('button', { name: 'Clear the selection' }));
  await expect(selectionBar(admin)).toHaveCount(0);
  await expect(admin).not.toHaveURL(/selected=/);
});

test('keys that are pressed faster than the page renders all count', async ({ admin }) => {
  await openQueue(admin, 'to_pack');
  await admin.evaluate(() => {
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 'x']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }
  });
  await expect(selectionBar(admin)).toContainText('2 selected');
  for (const place of [0, 1])
    await expect(rows(admin).nth(place).getByRole('checkbox')).toBeChecked();
});

test('with Shift, all orders up to this one are selected, by key and by click', async ({
  admin,
}) => {
  await openQueue(admin, 'to_pack');
  const box = (place: number) => rows(admin).nth(place).getByRole('checkbox');
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await admin.keyboard.press(key);
  await expect(selectionBar(admin)).toContainText('3 selected');
  await expect(box(1)).toBeChecked();
  await box(7).click();
  await expect(selectionBar(admin)).toContainText('4 selected');
  await box(5).click({ modifiers: ['Shift'] });
  await expect(selectionBar(admin)).toContainText('6 selected');
  await expect(box(6)).toBeChecked();
});

test('all orders of a page are selected besides those of another, up to a hundred', async ({
  admin,
  ownShop,
}) => {
  await addOrders(ownShop);
  await openQueue(admin, 'to_pack');
  const selectAll = admin.getByRole('checkbox', { name: 'Select all 50' });
  await tap(selectAll);
  await expect(selectionBar(admin)).toContainText('50 selected');
  await tap(admin.getByRole('link', { name: 'Next page' }));
  await expect(selectionBar(admin)).toContainText('50 on other pages');
  await tap(selectAll);
  await expect(selectionBar(admin)).toContainText('100 selected');
  await tap(admin.getByRole('link', { name: 'Next page' }));
  await expect(selectionBar(admin)).toContainText('100 on other pages');
  await tap(rows(admin).first().getByRole('checkbox'));
  await expect(statusMessage(admin, 'At most 100 orders can be selected, 1 is not')).toBeVisible();
  await expect(selectionBar(admin)).toContainText('100 selected');
  await tap(admin.getByRole('link', { name: 'First page' }));
  await tap(selectAll);
  await expect(selectionBar(admin)).toContainText('50 selected');
});
