import type { Locator } from '@playwright/test';
import { rows as orders, statusMessage, test } from '#test/e2e/support/admin.ts';
import type { OwnShop } from '#test/e2e/support/isolated-shop.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('counting what is there changes nothing, though some of it is sold and not handed over', async ({
  admin,
  ownShop,
}) => {
  const find = async () => {
    const { rows } = await ownShop.sql(`
      select products.id, name, stock, sum(quantity)::int as sold from products
      join order_items on product_id = products.id join orders on orders.id = order_id
      where fulfilment in ('pending', 'confirmed', 'packed') group by 1 order by sold desc limit 1`);
    return rows[0];
  };
  const { name, stock, sold } = await find();
  expect(sold).toBeGreaterThan(0);
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: `Count: ${name}` }).click();
  await expect(admin.getByText(`Expected: ${stock + sold}.`)).toBeVisible();
  await admin.getByLabel('Pieces counted').fill(String(stock + sold));
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(statusMessage(admin, `${stock} for sale`)).toBeVisible();
  expect((await find()).stock).toBe(stock);
});

const product = async (shop: OwnShop) => {
  const { rows } = await shop.sql(`
    select products.id, name, stock, stock + coalesce(sum(quantity), 0)::int as there from products
    left join (order_items join orders on orders.id = order_id and fulfilment in ('pending', 'confirmed', 'packed'))
      on product_id = products.id
    where products.id = '3' group by products.id`);
  return rows[0];
};

test('pieces whose answer was lost are received once, also from a reloaded page', async ({
  admin,
  ownShop,
}) => {
  const { name, stock } = await product(ownShop);
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: `Receive: ${name}`, exact: true }).click();
  await admin.getByLabel('Pieces received').fill('100');
  await admin.getByLabel('Note').fill('from Nagpur');
  await loseAnswers(admin, '**/api/admin/stock/*/movements');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('We could not reach the shop.')).toBeVisible();
  await admin.unrouteAll({ behavior: 'wait' });
  expect((await product(ownShop)).stock).toBe(stock + 100);
  await admin.reload();
  await admin.getByRole('button', { name: `Receive: ${name}`, exact: true }).click();
  await expect(admin.getByText('Saving it again counts once.')).toBeVisible();
  await expect(admin.getByLabel('Note')).toHaveValue('from Nagpur');
  await admin.getByLabel('Pieces received').fill('100');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(statusMessage(admin, `${stock + 100} for sale`)).toBeVisible();
  expect((await product(ownShop)).stock).toBe(stock + 100);
  // The form is empty again after saving.
  await admin.getByRole('button', { name: `Receive: ${name}`, exact: true }).click();
  await expect(admin.getByLabel('Pieces received')).toHaveValue('');
});

test('a count during which a delivery came is kept, and says what is expected now', async ({
  admin,
  ownShop,
}) => {
  const { id, name, stock, there } = await product(ownShop);
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: `Count: ${name}`, exact: true }).click();
  await expect(admin.getByText(`Expected: ${there}.`)).toBeVisible();
  await admin.getByLabel('Pieces counted').fill(String(there + 4));
  await ownShop.sql(
    `insert into stock_movements (product_id, delta, reason) values ($1, 5, 'received')`,
    [id],
  );
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText(`${there + 5} are expected now, not ${there}.`)).toBeVisible();
  await expect(admin.getByText(`Expected: ${there + 5}.`)).toBeVisible();
  await expect(admin.getByLabel('Pieces counted')).toHaveValue(String(there + 4));
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(statusMessage(admin, `${stock + 4} for sale`)).toBeVisible();
  expect((await product(ownShop)).stock).toBe(stock + 4);
});

test('another number after a lost answer is not received on top of the first', async ({
  admin,
  ownShop,
}) => {
  const { name, stock } = await product(ownShop);
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: `Receive: ${name}`, exact: true }).click();
  await admin.getByLabel('Pieces received').fill('100');
  await loseAnswers(admin, '**/api/admin/stock/*/movements');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('We could not reach the shop.')).toBeVisible();
  await admin.unrouteAll({ behavior: 'wait' });
  await admin.getByLabel('Pieces received').fill('');
  await admin.getByLabel('Pieces received').fill('120');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('This was already saved with other details.')).toBeVisible();
  await expect(admin.getByLabel('Pieces received')).toHaveValue('');
  await admin.getByLabel('Pieces received').fill('20');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(statusMessage(admin, `${stock + 120} for sale`)).toBeVisible();
  expect((await product(ownShop)).stock).toBe(stock + 120);
});

test('a count of fewer pieces than are sold leads to the orders that hold them', async ({
  admin,
  ownShop,
}) => {
  const { rows } = await ownShop.sql(`
    select products.id, name from products join order_items on product_id = products.id
    join orders on orders.id = order_id where fulfilment = 'confirmed' and payment_mode is null limit 1`);
  const { id, name } = rows[0];
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: `Count: ${name}`, exact: true }).click();
  await expect(admin.getByText(/^Expected: /)).toBeVisible();
  await admin.getByLabel('Pieces counted').fill('0');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('main').getByRole('alert')).toContainText(
    /^You counted 0, and .* sold and not handed over\. Cancel an order/,
  );
  await expectAccessible(admin);
  await admin.getByRole('link', { name: `Orders with ${name} that are not handed over` }).click();
  await expect(orders(admin).first()).toContainText(name);
  const product = admin.getByLabel('Product', { exact: true });
  await expect(product).toHaveValue(id);
  await product.selectOption('Any product');
  await expect(admin).not.toHaveURL(/product=/);
  await admin.getByLabel('Courier', { exact: true }).selectOption('India Post');
  await expect(admin).toHaveURL(/courier=/);
  await admin.getByRole('link', { name: 'Clear the filters' }).click();
  await expect(admin).not.toHaveURL(/courier=/);
});

test.describe('on a phone, the next delivery of the same number is received', () => {
  test.use(PHONE);

  const LEAVE = {
    'after the form of a lost answer was cleared': async (form: Locator, open: Locator) => {
      await tap(open);
      await expect(form).toBeHidden();
      await tap(open);
      await expect(form).toContainText('Saving it again counts once.');
      await tap(form.getByRole('button', { name: 'Clear' }));
    },
    'after its number was deleted and the form closed': async (form: Locator, open: Locator) => {
      await form.getByLabel('Pieces received').fill('');
      await tap(open);
      await expect(form).toBeHidden();
      await tap(open);
      await expect(form).not.toContainText('restored');
    },
  };

  for (const [when, leave] of Object.entries(LEAVE)) {
    test(when, async ({ admin, ownShop }) => {
      const { name, stock } = await product(ownShop);
      await admin.goto('/admin/stock');
      const open = admin.getByRole('button', { name: `Receive: ${name}`, exact: true });
      const form = admin.getByRole('listitem').filter({ has: open }).locator('form');
      const save = form.getByRole('button', { name: 'Save' });
      await tap(open);
      await form.getByLabel('Pieces received').fill('100');
      await loseAnswers(admin, '**/api/admin/stock/*/movements');
      await tap(save);
      await expect(form).toContainText('We could not reach the shop.');
      await admin.unrouteAll({ behavior: 'wait' });
      expect((await product(ownShop)).stock).toBe(stock + 100);

      await leave(form, open);
      await form.getByLabel('Pieces received').fill('100');
      await tap(save);
      await expect(statusMessage(admin, `${name}: `)).toBeVisible();
      expect((await product(ownShop)).stock).toBe(stock + 200);
    });
  }
});
