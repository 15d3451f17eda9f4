import type { Page } from '@playwright/test';
import { openQueue, rows, test } from '#test/e2e/support/admin.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { makeStaff, signUpAndIn } from '#test/e2e/support/staff-member.ts';

const entries = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents();

test('packers and accountants see what their role needs, and nothing else opens', async ({
  page,
  ownShop,
  demoOrders: _,
}) => {
  await test.step('a packer sees parcels and stock, no money but the cash to collect, and nothing else opens', async () => {
    await makeStaff(ownShop, await signUpAndIn(page, ownShop, 'packer'), 'packer');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    expect(await entries(page)).toEqual(['Today', 'Orders', 'Stock', 'Audit log']);
    await expect(page.getByText('To pack').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('₹');
    await openQueue(page, 'to_pack');
    await expect(page.getByRole('main')).not.toContainText('@');
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await rows(page).first().getByRole('link').first().click();
    await expect(
      page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: 'Packed' }),
    ).toBeVisible();
    for (const absent of ['Cancel order', 'Refund'])
      await expect(page.getByRole('button', { name: absent })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Customer' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/admin/staff');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    expect(await entries(page)).toEqual(['Today', 'Orders', 'Cash', 'Reports', 'Audit log']);
    await expect(page.getByText('7 days before today')).toBeVisible();
    await expect(page.getByRole('main').getByText(/^AP-/).first()).toBeVisible();
    await expectNobody();
    await openQueue(page, 'delivered');
    await expectNobody();
    await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
    const link = (row: number) => rows(page).nth(row).getByRole('link').first();
    await page.keyboard.press('j');
    await expect(link(0)).toBeFocused();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await expect(link(1)).toBeFocused();
    await expect(page).not.toHaveURL(/selected/);
    await expectNoOverflow(page);
    await rows(page).first().getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
    await expectNobody();
    for (const absent of ['Not delivered after all', 'Hand over', 'Packed'])
      await expect(page.getByRole('button', { name: absent })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Print slip' })).toHaveCount(0);
    await expectAccessible(page);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    for (const open of ['cash', 'reports']) {
      await page.goto(`/admin/${open}`);
      await expect(page.getByRole('heading', { level: 1 }), open).not.toHaveText('404');
      await expectNobody();
    }
    const closed = [
      'stock',
      'products',
      'messages',
      'customers',
      'newsletter',
      'settings',
      'staff',
    ];
    for (const path of [...closed, 'constructor', `print?orders=${id}`, `manifest?orders=${id}`]) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('404');
    }
  });
});

test('an invitation is accepted in the browser that opens its link, and by nobody else', async ({
  admin,
  browser,
  ownShop,
  baseURL,
}) => {
  const guest = async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    return context.newPage();
  };
  const bina = await guest();
  const email = await signUpAndIn(bina, ownShop, 'packer');
  await admin.goto('/admin/staff');
  await admin.getByLabel('Email').fill(email.toUpperCase());
  await admin.getByRole('button', { name: 'Invite' }).click();
  const link = (await admin.locator('code').textContent()) ?? '';
  const path = link.slice(link.indexOf('/admin/join'));

  const other = await guest();
  await signUpAndIn(other, ownShop, 'accountant');
  await other.goto(path);
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This invitation is not valid');

  await bina.goto(path);
  await expect(bina.getByRole('main')).toContainText(email);
  await expectAccessible(bina);
  expect(bina.url()).not.toContain('#');
  await bina.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(bina.getByRole('heading', { level: 1 })).toHaveText('Today');
  await admin.reload();
  await expect(admin.getByRole('main').getByText(email)).toBeVisible();
  await other.context().close();
  await bina.context().close();
});
