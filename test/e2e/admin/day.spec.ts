import type { Page } from '@playwright/test';
import {
  idsOf,
  ORDER_NUMBER,
  openOrder,
  openQueue,
  openToday,
  rows,
  selectionBar,
  statusMessage,
  test,
} from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';
import { tap } from '#test/e2e/support/tap.ts';

// One shop with the demo's orders for all tests.
test.describe.configure({ mode: 'default' });

test('keys do a morning’s work: select, pack and hand over; slips and a manifest are printed', async ({
  admin,
}) => {
  const heading = admin.getByRole('heading', { level: 1 });
  const press = async (...keys: string[]) => {
    for (const key of keys) await admin.keyboard.press(key);
  };
  await test.step('two orders are confirmed together, one is packed and handed over', async () => {
    await openQueue(admin, 'to_confirm');
    await press('j', 'x', 'j', 'x');
    const bar = selectionBar(admin);
    await expect(bar).toContainText('2 selected');
    await admin.reload();
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Confirm' }).click();
    await expect(statusMessage(admin, '2 orders confirmed')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await openQueue(admin, 'to_pack');
    await press('j', 'Enter');
    await expect(heading).toHaveText(ORDER_NUMBER);
    await press('p');
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await expect(admin.getByLabel('Tracking number')).toBeFocused();
    await admin.keyboard.type('KEYS0000001');
    await press('Enter');
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
  });
  await test.step('its slip prints dark on white, without the screen around it', async () => {
    await admin
      .getByRole('region', { name: 'Next step' })
      .getByRole('link', { name: 'Print slip' })
      .click();
    const slip = admin.getByRole('article', { name: /^Slip AP-/ });
    await expect(slip).toBeVisible();
    await expectAccessible(admin);
    await admin.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(slip.getByRole('img', { name: 'Aparajita' })).toHaveJSProperty(
      'currentSrc',
      new URL('/pictures/logo.svg', admin.url()).href,
    );
    for (const part of [
      admin.getByRole('button', { name: 'Print' }),
      heading,
      admin.getByRole('navigation', { name: 'Admin' }),
    ])
      await expect(part).toBeHidden();
    await admin.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
  await test.step('the list of keys opens by one of them', async () => {
    await press('?');
    const list = admin.getByRole('dialog', { name: 'Keys' });
    await expect(list).toBeVisible();
    await expectAccessible(admin);
    await press('Escape');
    await expect(list).toHaveCount(0);
  });
  await test.step('what was handed over prints as a manifest for the courier, and is taken back with one press', async () => {
    await openQueue(admin, 'to_hand_over');
    await admin.getByLabel(/^Select all/).click();
    await selectionBar(admin).getByRole('link', { name: 'Hand over' }).click();
    const fields = admin.getByLabel(/^Tracking number of/);
    await expect(fields.first()).toBeFocused();
    await expectAccessible(admin);
    const count = await fields.count();
    for (let n = 0; n < count; n += 1) await fields.nth(n).fill(`MANI${1000 + n}`);
    await admin.getByRole('button', { name: `Hand over ${count}` }).click();
    const undo = statusMessage(admin, `${count} handed over`).getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    const handOver = admin.url();
    await admin.getByRole('link', { name: 'Print manifest' }).click();
    const sheet = admin.getByRole('article', { name: /^Manifest / });
    await expect(sheet).toContainText(`${count} parcels`);
    await expect(sheet.getByRole('row')).toHaveCount(count + 1);
    await expect(admin.locator('html[printed]')).toBeAttached();
    await expectAccessible(admin);
    await admin.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(admin);
    await undo.click();
    await expect(statusMessage(admin, 'handed over')).toHaveCount(0);
    await admin.goto(handOver);
    await expect(fields).toHaveCount(count);
  });
});

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
  const said = admin.getByRole('main').locator('form').getByRole('status');
  const ids = await idsOf(admin, 'to_pack', 2);
  await admin.goto(`/admin/pack?orders=${ids.join(',')}`);
  await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
  const { rows: items } = await ownShop.sql(
    `select order_number, product_id, quantity from orders join order_items on order_id = orders.id
     where orders.id = $1 order by product_id`,
    [ids[0]],
  );
  const { order_number, product_id: first } = items[0];
  await scan(admin, first);
  await expect(said).toContainText('Neither an order of this list nor a product');
  await scan(admin, order_number.toLowerCase());
  await expect(said).toHaveText(`${order_number} is open`);
  for (const { product_id, quantity } of items)
    for (let piece = 0; piece < quantity; piece += 1) await scan(admin, product_id);
  await expect(said).toContainText('is complete');
  await expectAccessible(admin);
  await admin.reload();
  await expect(admin.getByLabel(/^Scan or type/)).toBeFocused();
  await scan(admin, order_number);
  await expect(said).toContainText('is open');
  await expect(heard).toHaveCount(0);
  await scan(admin, first);
  await expect(said).toContainText('One too many');
  // The warning is also a sound, because the packer looks at the parcel and not at the screen.
  await expect(heard).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await expect(statusMessage(admin, `${order_number} packed`)).toBeVisible();
  await scan(admin, order_number);
  await expect(said).toHaveText(`${order_number} is not to be packed`);
});

test('packers and accountants see what their role needs, and nothing else opens', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  const entries = () =>
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents();
  const heading = page.getByRole('heading', { level: 1 });
  await test.step('a packer sees parcels and stock, no money but the cash to collect', async () => {
    await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'packer'), 'packer');
    await page.goto('/admin');
    await expect(heading).toHaveText('Today');
    expect(await entries()).toEqual(['Today', 'Orders', 'Products', 'Audit log']);
    await expect(page.getByText('To pack').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('₹');
    await openOrder(page, 'to_pack');
    await expect(page.getByRole('main')).not.toContainText('@');
    await expect(
      page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: 'Packed' }),
    ).toBeVisible();
    for (const absent of ['Cancel order', 'Refund'])
      await expect(page.getByRole('button', { name: absent })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Customer' })).toHaveCount(0);
    await page.goto('/admin/staff');
    await expect(heading).toHaveText('404');
  });
  await test.step('an accountant reads amounts and gives back cash, and sees no name, street or verb', async () => {
    await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'accountant'), 'accountant');
    const { rows: people } = await ownShop.sql(
      `select distinct shipping_address ->> 'full_name' as name, shipping_address ->> 'address_line1' as street,
         shipping_address ->> 'phone' as phone from orders`,
    );
    const secrets = people.flatMap(({ name, street, phone }) => [name, street, phone]);
    const expectNobody = async () => {
      const text = (await page.locator('body').textContent()) ?? '';
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    };
    await page.goto('/admin');
    await expect(page.getByText('7 days before today')).toBeVisible();
    expect(await entries()).toEqual(['Today', 'Orders', 'Cash', 'Reports', 'Audit log']);
    await expect(page.getByRole('main').getByText(/^AP-/).first()).toBeVisible();
    await expectNobody();
    const id = await openOrder(page, 'delivered');
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
    await expectNobody();
    for (const absent of ['Not delivered after all', 'Hand over', 'Packed'])
      await expect(page.getByRole('button', { name: absent })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Print slip' })).toHaveCount(0);
    for (const open of ['cash', 'reports']) {
      await page.goto(`/admin/${open}`);
      await expect(heading, open).not.toHaveText('404');
      await expectNobody();
    }
    for (const closed of ['products', 'customers', 'settings', `print?orders=${id}`]) {
      await page.goto(`/admin/${closed}`);
      await expect(heading, closed).toHaveText('404');
    }
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('one order goes its whole way by thumb: a corrected address, a failed attempt, a return, its refund', async ({
    admin,
    ownShop,
  }) => {
    const main = admin.getByRole('main');
    const press = (name: string) => tap(main.getByRole('button', { name, exact: true }));
    await openToday(admin);
    await tap(admin.getByRole('link', { name: 'Confirm: To confirm' }));
    await tap(rows(admin).first().getByRole('link').first());
    await press('Confirm');
    await expect(statusMessage(admin, 'confirmed')).toBeVisible();
    const id = new URL(admin.url()).pathname.split('/').at(-1);

    await press('Correct address');
    const form = admin.getByRole('dialog', { name: /^Address of AP-/ });
    await expect(form.getByLabel('Full Name')).not.toHaveValue('');
    await form.getByLabel('Address Line 1').fill('7 Peacock Lane');
    await form.getByLabel('Phone Number').fill('9123456780');
    await tap(form.getByRole('button', { name: 'Save address' }));
    await expect(statusMessage(admin, 'has the corrected address')).toBeVisible();
    const wrongSlips = admin.getByText(
      /^Address corrected .*: a slip printed before that is wrong/,
    );
    await expect(wrongSlips).toBeVisible();
    await admin.goto(`/admin/pack?orders=${id}`);
    await expect(wrongSlips).toBeVisible();
    await admin.goto(`/admin/orders/${id}`);
    await press('Packed');
    await expect(statusMessage(admin, 'packed')).toBeVisible();
    await tap(admin.getByLabel('Tracking number'));
    await admin.keyboard.type('THUMB000001');
    await press('Hand over');
    await expect(statusMessage(admin, 'handed over')).toBeVisible();
    await press('Delivery failed');
    await tap(admin.getByRole('dialog').getByRole('button', { name: 'Nobody was there' }));
    await expect(statusMessage(admin, 'not delivered')).toBeVisible();
    await press('Delivered');
    await expect(statusMessage(admin, /AP-\S+ delivered/)).toBeVisible();

    const pieces = async () => {
      const { rows: found } = await ownShop.sql(
        `select sum(stock)::int as stock from products where id in (
           select product_id from order_items where order_id = $1)`,
        [id],
      );
      return found[0].stock;
    };
    const before = await pieces();
    const receive = async () => {
      await press('Return received');
      const dialog = admin.getByRole('dialog', { name: 'What came back?' });
      await tap(dialog.getByRole('button', { name: /^One more\. Good: / }).first());
      await tap(dialog.getByRole('button', { name: 'Return received' }));
      await expect(statusMessage(admin, /return received/)).toBeVisible();
      expect(await pieces()).toBe(before + 1);
    };
    await receive();
    await tap(statusMessage(admin, /return received/).getByRole('button', { name: 'Undo' }));
    await expect(admin.getByText('Return undone')).toBeVisible();
    expect(await pieces()).toBe(before);
    await receive();
    const refund = main.getByRole('button', { name: /^Refund ₹/ });
    const sum = (await refund.textContent())?.replace('Refund ', '') ?? '';
    await tap(refund);
    const dialog = admin.getByRole('dialog', { name: /^Refund AP-/ });
    await expect(dialog.getByLabel('Reason')).toHaveValue('returned');
    await dialog.getByLabel('Reference').fill('UTR 4711');
    await tap(dialog.getByRole('button', { name: `Record ${sum}` }));
    await expect(statusMessage(admin, /recorded/)).toBeVisible();
    await expect(refund).toBeHidden();

    const number = ORDER_NUMBER.exec(await admin.title())?.[0] ?? '';
    await tap(admin.getByRole('link', { name: 'In the audit log' }));
    await expect(admin.getByText(`Only changes to ${number}`)).toBeVisible();
    const logged = main.locator('ol > li');
    await expect(logged.first()).toContainText(number);
    await expect(logged.filter({ hasNotText: number })).toHaveCount(0);
    await tap(admin.getByRole('button', { name: 'All screens' }));
    await tap(admin.getByRole('dialog').getByRole('link', { name: 'Open the shop' }));
    await expect(admin).toHaveURL(/\/$/);
  });
});
