import type { Locator, Page } from '@playwright/test';
import { idsOf, openQueue, selectionBar, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

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

test.describe('on a phone', () => {
  test.use(PHONE);

  test('each piece is ticked by thumb, and a scan after that is read', async ({ admin }) => {
    await test.step('each piece is ticked by thumb', async () => {
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
    await test.step('a scan is read after taps, which do not move the focus into the field', async () => {
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
