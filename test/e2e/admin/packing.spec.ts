import type { Locator, Page } from '@playwright/test';
import {
  idsOf,
  openMore,
  openOrder,
  openQueue,
  openToday,
  rows,
  selectFirst,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

const said = (page: Page) => page.getByRole('main').locator('form').getByRole('status');

/** Opens the two oldest orders that are to be packed; returns their ids. */
async function openPacking(page: Page): Promise<string[]> {
  const ids = await idsOf(page, 'to_pack', 2);
  await page.goto(`/admin/pack?orders=${ids.join(',')}`);
  await expect(page.getByLabel(/^Scan or type/)).toBeFocused();
  return ids;
}

/** Types like a barcode scanner: the code, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** Slower than a scanner, in milliseconds. */
const BY_HAND = { delay: 100 };

/** Presses keys without any time between them, which the browser's own keyboard cannot promise on a busy machine. */
async function pressAtOnce(page: Page, ...keys: string[]): Promise<void> {
  await page.evaluate((pressed) => {
    for (const key of pressed) {
      const options = { key, bubbles: true, cancelable: true };
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', options),
      );
    }
  }, keys);
}

test('an order is packed by scans alone: its number, each piece, and Enter once it is complete', async ({
  admin,
  ownShop,
}) => {
  await admin.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      document.documentElement.setAttribute('heard', '');
      start.apply(this, when);
    };
  });
  const heard = admin.locator('html[heard]');
  const [id] = await openPacking(admin);
  const { rows: items } = await ownShop.sql(
    `select order_number, product_id, quantity from orders join order_items on order_id = orders.id
     where orders.id = $1 order by product_id`,
    [id],
  );
  await scan(admin, items[0].product_id);
  await expect(said(admin)).toContainText('Neither an order of this list nor a product');
  await scan(admin, items[0].order_number.toLowerCase());
  await expect(said(admin)).toHaveText(`${items[0].order_number} is open`);
  for (const { product_id, quantity } of items) {
    for (let piece = 0; piece < quantity; piece += 1) await scan(admin, product_id);
  }
  await expect(said(admin)).toContainText('is complete');
  await admin.reload();
  await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
  await scan(admin, items[0].order_number);
  await expect(said(admin)).toContainText('is open');
  await expect(heard).toHaveCount(0);
  await scan(admin, items[0].product_id);
  await expect(said(admin)).toContainText('One too many');
  // The warning is also a sound, because the packer looks at the parcel and not at the screen.
  await expect(heard).toHaveCount(1);
  await expectAccessible(admin);
  await admin.keyboard.press('Enter');
  await expect(statusMessage(admin, `${items[0].order_number} packed`)).toBeVisible();
  await scan(admin, items[0].order_number);
  await expect(said(admin)).toHaveText(`${items[0].order_number} is not to be packed`);
});

test('a scan is read wherever a tap or Undo has left the focus, and its Enter presses no button', async ({
  admin,
  ownShop,
}) => {
  const [id] = await openPacking(admin);
  const { rows: items } = await ownShop.sql(
    `select order_number, product_id, quantity from orders join order_items on order_id = orders.id
     where orders.id = $1 order by product_id`,
    [id],
  );
  const { order_number, product_id, quantity } = items[0];
  const card = admin.getByRole('main').getByRole('listitem').filter({ hasText: order_number });
  const piece = card.getByRole('button', { name: `Code ${product_id}` });
  const ticks = (count: number) => expect(piece).toContainText(`${count} of ${quantity}`);
  const wrong = async () => {
    await scan(admin, 'g-wrong-1');
    await expect(said(admin)).toContainText('Neither an order of this list nor a product');
  };
  await card.getByRole('button', { name: order_number }).click();
  await scan(admin, product_id);
  await ticks(1);
  const less = card.getByRole('button', { name: /^One less: / }).first();
  await less.click();
  await ticks(0);
  await piece.click();
  await wrong();
  await ticks(1);
  await admin.getByRole('heading', { level: 1 }).click(); // takes the focus from the field
  await wrong();
  await less.focus();
  await wrong();
  await ticks(1);
  await admin.getByRole('heading', { level: 1 }).click();

  await card.getByRole('button', { name: 'Packed' }).click();
  await statusMessage(admin, `${order_number} packed`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
  await ticks(0);
  await wrong();
  for (const item of items) {
    for (let n = 0; n < item.quantity; n += 1) await scan(admin, item.product_id);
  }
  await expect(said(admin)).toContainText('is complete');
  await admin.getByRole('heading', { level: 1 }).click();
  await admin.keyboard.press('Enter');
  await expect(statusMessage(admin, `${order_number} packed`)).toBeVisible();
  // Escape leaves the field for the single-letter shortcuts, until the next tap.
  await admin.getByLabel(/^Scan or type/).press('Escape', BY_HAND);
  await admin.keyboard.type('go', BY_HAND);
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Orders');
});

test.describe('no code opens another screen', () => {
  test('because of an Escape in it', async ({ admin }) => {
    await openPacking(admin);
    await pressAtOnce(admin, 'Escape', 'g', 'o');
    await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
    await expect(admin).toHaveURL(/pack/);
  });

  test('because somebody has pressed Escape before', async ({ admin }) => {
    await openPacking(admin);
    const field = admin.getByLabel(/^Scan or type/);
    await field.press('Escape', BY_HAND);
    await expect(field).not.toBeFocused();
    await pressAtOnce(admin, 'g', 'o');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('g'); // 'o' is typed by the browser, where a scanner sends it
    await expect(admin).toHaveURL(/pack/);
  });

  test('and one of a single character is read after Escape, too', async ({ admin }) => {
    await openPacking(admin);
    await admin.getByLabel(/^Scan or type/).press('Escape', BY_HAND);
    await pressAtOnce(admin, '7', 'Enter');
    await expect(said(admin)).toContainText(/Neither an order of this list .*: 7$/);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a scan is read after taps, which do not move the focus into the field', async ({
    admin,
  }) => {
    await openPacking(admin);
    await tap(admin.getByRole('heading', { level: 1 }));
    const first = admin.getByRole('main').getByRole('listitem').first();
    await tap(first.getByRole('button', { name: /^AP-/ }));
    const piece = first.getByRole('button', { name: /Code/ }).first();
    await tap(piece);
    await expect(piece).toContainText('1 of');
    await expect(admin.getByLabel(/^Scan or type/)).not.toBeFocused(); // it would open the keyboard
    await scan(admin, 'wrong-1');
    await expect(said(admin)).toContainText('Neither an order of this list nor a product');
    await expect(piece).toContainText('1 of');
  });

  test('each piece is ticked by thumb', async ({ admin }) => {
    await openPacking(admin);
    const first = admin.getByRole('main').getByRole('listitem').first();
    await tap(first.getByRole('button', { name: /^AP-/ }));
    const piece = first.getByRole('button', { name: /Code/ }).first();
    await expect(piece).toContainText('0 of');
    await tap(piece);
    await expect(piece).toContainText('1 of');
    await expectNoOverflow(admin);
    await tap(first.getByRole('button', { name: 'Packed' }));
    await expect(statusMessage(admin, 'packed')).toBeVisible();
  });

  test('a tick too many is taken back by thumb or key, and a packing begins with none', async ({
    admin,
  }) => {
    const ids = await openPacking(admin);
    const first = admin.getByRole('main').getByRole('listitem').first();
    await tap(first.getByRole('button', { name: /^AP-/ }));
    const piece = first.getByRole('button', { name: /Code/ }).first();
    const less = first.getByRole('button', { name: /^One less: / }).first();
    await tap(piece);
    await expect(piece).toContainText('1 of');
    await expectTappable(less);
    await tap(less);
    await expect(piece).toContainText('0 of');
    await expect(said(admin)).toContainText(': 0 of');
    await piece.press('Enter');
    await expect(piece).toContainText('1 of');
    await admin.keyboard.press('Tab');
    await expect(less).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(piece).toContainText('0 of');
    await expect(less).toBeFocused();

    await tap(piece);
    await tap(first.getByRole('button', { name: 'Packed' }));
    await tap(statusMessage(admin, 'packed').getByRole('button', { name: 'Undo' }));
    await expect(piece).toContainText('0 of');
    // Undoing on another screen resets the count too.
    await tap(piece);
    await expect(piece).toContainText('1 of');
    await admin.goto(`/admin/orders/${ids[0]}`);
    await tap(admin.getByRole('button', { name: 'Packed', exact: true }));
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await openMore(admin);
    await tap(admin.getByRole('button', { name: 'Unpack' }));
    await expect(statusMessage(admin, 'unpacked')).toBeVisible();
    await admin.goto(`/admin/pack?orders=${ids[0]}`);
    await expect(piece).toContainText('0 of');
  });

  test('the shop is open from the menu', async ({ admin }) => {
    await openToday(admin);
    await tap(admin.getByRole('button', { name: 'All screens' }));
    await tap(admin.getByRole('dialog').getByRole('link', { name: 'Open the shop' }));
    await expect(admin).toHaveURL(/\/$/);
  });
});

test('what was handed over prints as a manifest for the courier, and is taken back with one press', async ({
  admin,
}) => {
  await openQueue(admin, 'to_hand_over');
  await admin.getByLabel(/^Select all/).click();
  await selectionBar(admin).getByRole('link', { name: 'Hand over' }).click();
  const fields = admin.getByLabel(/^Tracking number of/);
  await expect(fields.first()).toBeFocused();
  const count = await fields.count();
  for (let n = 0; n < count; n += 1) await fields.nth(n).fill(`MANI${1000 + n}`);
  await admin.getByRole('button', { name: `Hand over ${count}` }).click();
  const undo = statusMessage(admin, `${count} handed over`).getByRole('button', { name: 'Undo' });
  await undo.focus(); // a message with the focus stays
  const handOver = admin.url();
  await admin.getByRole('link', { name: 'Print manifest' }).click();
  await undo.focus();
  const sheet = admin.getByRole('article', { name: /^Manifest / });
  await expect(sheet).toContainText(`${count} parcels`);
  await expect(sheet.getByRole('row')).toHaveCount(count + 1);
  await expect(admin.locator('html[printed]')).toBeAttached();
  await expectNoOverflow(admin);
  await expectAccessible(admin);
  await undo.click();
  await expect(statusMessage(admin, 'handed over')).toHaveCount(0);
  await admin.goto(handOver);
  await expect(fields).toHaveCount(count);
});

test('parcels that were handed over days ago print as a manifest from the list and from the order', async ({
  admin,
  ownShop,
}) => {
  const ids = await selectFirst(admin, 'on_the_way', 2);
  const { rows: sent } = await ownShop.sql(
    'select id, order_number from orders where id = any($1)',
    [ids],
  );
  const lines = admin.getByRole('article', { name: /^Manifest / }).getByRole('cell');
  await selectionBar(admin).getByRole('link', { name: 'Manifest' }).click();
  for (const { order_number } of sent)
    await expect(lines.filter({ hasText: order_number })).toBeVisible();
  await admin.goto(`/admin/orders/${sent[0].id}`);
  await admin.getByRole('link', { name: 'Manifest' }).click();
  await expect(lines.filter({ hasText: sent[0].order_number })).toBeVisible();
  await selectFirst(admin, 'to_pack', 1);
  await expect(selectionBar(admin).getByRole('link', { name: 'Manifest' })).toHaveCount(0);
});

test('several orders that were confirmed together are taken back together', async ({ admin }) => {
  await openQueue(admin, 'to_confirm');
  await admin.getByLabel(/^Select all/).click();
  const count = await rows(admin).count();
  await selectionBar(admin).getByRole('button', { name: 'Confirm' }).click();
  await expect(rows(admin)).toHaveCount(0);
  await statusMessage(admin, `${count} orders confirmed`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(rows(admin)).toHaveCount(count);
});

test('an answer that is lost is not told as nothing done, and the list shows what was', async ({
  admin,
}) => {
  await selectFirst(admin, 'to_confirm', 1);
  const count = await rows(admin).count();
  await loseAnswers(admin, '**/api/admin/orders/actions');
  await selectionBar(admin).getByRole('button', { name: 'Confirm' }).click();
  await expect(admin.getByRole('alert')).toContainText('No reply from the server');
  await expect(rows(admin)).toHaveCount(count - 1);
});

test('an Undo whose answer is lost is not told as not undone, and the list shows what is so', async ({
  admin,
}) => {
  const id = await openOrder(admin, 'to_pack');
  await admin.getByRole('button', { name: 'Packed', exact: true }).click();
  await expect(statusMessage(admin, 'packed')).toBeVisible(); // only the answer to Undo gets lost
  await loseAnswers(admin, '**/api/admin/orders/*/actions');
  await statusMessage(admin, 'packed').getByRole('button', { name: 'Undo' }).click();
  const alert = admin.getByRole('alert');
  await expect(alert).toContainText(/no reply from the server/i);
  await expect(alert).not.toContainText('Not undone');
  await expect(admin.getByRole('button', { name: 'Packed', exact: true })).toBeVisible();

  await openQueue(admin, 'to_pack');
  await admin
    .locator(`[data-order="${id}"]`)
    .getByRole('button', { name: /^Packed/ })
    .click();
  await expect(alert).toContainText(/no reply from the server/i);
  await expect(admin.locator(`[data-order="${id}"]`)).toHaveCount(0);
});

test('what is refunded or paid with test money is left out of slips and pick list, and named', async ({
  admin,
}) => {
  const ids = await idsOf(admin, 'to_pack', 4);
  const [refunded, tried] = ids;
  const numbers = new Map<string, string>();
  await admin.route('**/api/admin/orders/details?*', async (route) => {
    const answer = await route.fetch();
    const details = await answer.json();
    for (const order of details.orders) {
      numbers.set(order.id, order.order_number);
      if (order.id === refunded) order.wholly_refunded = true;
      if (order.id === tried) order.payment_mode = 'test';
      if (order.id === tried) order.fulfilment = 'confirmed';
    }
    await route.fulfill({ response: answer, json: details });
  });
  await admin.goto(`/admin/print?orders=${ids.join(',')}`);
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('2 packing slips');
  const numberOf = (id = '') => numbers.get(id) ?? '';
  await expect(admin.getByText(`${numberOf(refunded)} has no slip: Refunded.`)).toBeVisible();
  await expect(admin.getByText(`${numberOf(tried)} has no slip: Test payment.`)).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Pick list, 2 orders' })).toBeVisible();
  await expect(admin.getByRole('article', { name: /^Slip/ })).toHaveCount(2);
  await expect(admin.getByRole('article', { name: `Slip ${numberOf(refunded)}` })).toHaveCount(0);
});

test('no slip is printed of an order that was cancelled since somebody looked at it', async ({
  admin,
  ownShop,
}) => {
  const id = await openOrder(admin, 'to_pack');
  const print = admin.getByRole('link', { name: 'Print slip' });
  const answer = await hold(admin, '**/api/admin/orders/details?*');
  const asked = admin.waitForRequest('**/api/admin/orders/details?*');
  await print.click();
  await asked;
  // The order's page has sent its last request and cannot know of this change.
  await ownShop.sql(`update orders set fulfilment = 'cancelled' where id = $1`, [id]);
  await expect(admin.getByText('Loading...')).toBeVisible();
  await expect(admin.getByRole('article', { name: /^Slip/ })).toHaveCount(0);
  answer();
  await expect(admin.getByText('has no slip: Cancelled')).toBeVisible();
  await expect(admin.locator('html[printed]')).toHaveCount(0);
});

test('a state in another direction leaves the PIN of a packing slip as it is', async ({
  admin,
  ownShop,
}) => {
  const [id = ''] = await idsOf(admin, 'to_pack', 1);
  for (const state of ['کرناٹک', 'Karnataka\u200f', 'Karnataka\u061c']) {
    await ownShop.sql(
      `update orders set shipping_address = shipping_address || jsonb_build_object('state', $2::text, 'postal_code', '560 001')
       where id = $1`,
      [id, state],
    );
    for (const path of [`/admin/print?orders=${id}`, `/admin/orders/${id}`]) {
      await admin.goto(path);
      const address = admin.locator('address').first();
      await expect(address).toContainText('560 001');
      expect(await placesOf(address, '560', '001')).toEqual(['560', '001']);
    }
  }
});

/** These words of an element in the order in which they are seen, from the left. */
function placesOf(element: Locator, ...words: string[]): Promise<string[]> {
  return element.evaluate((root, wanted) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: { word: string; left: number }[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const word of wanted) {
        const at = node.textContent?.indexOf(word) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        found.push({ word, left: range.getBoundingClientRect().left });
      }
    }
    return found.sort((one, other) => one.left - other.left).map(({ word }) => word);
  }, words);
}
