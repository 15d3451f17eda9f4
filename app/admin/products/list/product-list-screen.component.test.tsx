import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminProduct, ListedProduct } from '#contract/admin/products.ts';
import { count, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, holdAnswer } from '#test/component/fake-api.ts';
import { nothingToDo } from '#test/component/fake-orders.ts';
import { aProduct, fakeProducts, listed } from '#test/component/fake-products.ts';

async function openList(products: AdminProduct[] = [aProduct('1'), aProduct('2')]) {
  const server = fakeProducts(products);
  const opened = await openAdmin('/admin/products', { api: server.api });
  const price = (id: string) =>
    opened.main.getByRole('button', { name: new RegExp(`^Price of Tea ${id}:`) });
  const field = page.getByRole('dialog').getByLabelText('Price in rupees');
  const row = (id: string) => opened.main.getByRole('listitem').filter({ hasText: `Tea ${id}` });
  const asked = (part: Partial<ListedProduct>) =>
    expect.poll(() => server.find('1')).toMatchObject(part);
  return { ...opened, server, price, field, row, asked };
}

test('a price is changed with its field’s Enter, and taken back with one press', async () => {
  const { price, field, told, undo, asked } = await openList();
  await price('1').click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('579.50{Enter}');
  await expect.element(told('Tea 1: ₹579.50')).toBeVisible();
  await asked({ price: 579.5 });
  await expect.element(price('1')).toHaveFocus();
  await expect.element(price('1')).toMatchTextContent('₹579.50');
  await undo.click();
  await expect.element(price('1')).toMatchTextContent('₹599.00');
  await asked({ price: 599 });
});

test('a price above the MRP asks for the new one, and Undo brings both back', async () => {
  const { price, row, undo, asked } = await openList();
  const dialog = page.getByRole('dialog');
  await price('1').click();
  await userEvent.keyboard('650{Enter}');
  await expect.element(dialog).toMatchTextContent('The price is above this MRP');
  const mrp = dialog.getByLabelText('MRP in rupees');
  await expect.element(mrp).toHaveFocus();
  await mrp.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent('Enter the MRP that is printed on the packs');
  await mrp.fill('699');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('1')).toMatchTextContent('MRP ₹699.00');
  await asked({ price: 650, mrp: 699 });
  await undo.click();
  await asked({ price: 599, mrp: 599 });
});

test('a late answer about a price closes no form that was opened since', async () => {
  const { price, field, server, told } = await openList();
  await price('1').click();
  await field.fill('580');
  const saved = holdAnswer(server.api, 'PATCH /admin/products/{id}/price');
  await userEvent.keyboard('{Enter}');
  await saved.asked;
  await userEvent.keyboard('{Escape}');
  await price('1').click();
  await expect.element(field).toBeVisible();
  saved.release();
  await expect.element(told('Tea 1: ₹580.00')).toBeVisible();
  await expect.element(field).toBeVisible();
});

test('Today leads to the products that are low in stock, and bookmarks of the former screen to all', async () => {
  const tea = (id: string, low: boolean) => listed(aProduct(id), { low });
  const api: Handlers = {
    'GET /admin/today': () => nothingToDo({ low_stock: { count: 1 } }),
    'GET /admin/orders': () => ({ orders: [], next: null }),
    'GET /admin/products': () => [tea('1', false), tea('2', true)],
  };
  const { main, path, go } = await openAdmin('/admin', { api });
  await main.getByRole('link', { name: 'Receive: Low stock' }).click();
  const products = main.getByRole('button', { name: /^Receive: Tea/ });
  await expect.element(products).toHaveAttribute('aria-label', 'Receive: Tea 2');
  await main.getByRole('link', { name: 'All', exact: true }).click();
  await count(products).toBe(2);
  await go('/admin/stock');
  await expect.poll(path).toBe('/admin/products');
});

test('a packer changes the stock of products, and neither sees their prices nor opens their forms', async () => {
  const api: Handlers = { 'GET /admin/products': () => [listed(aProduct('1'))] };
  const { main, go } = await openAdmin('/admin/products', { role: 'packer', api });
  await expect.element(main.getByRole('button', { name: 'Receive: Tea 1' })).toBeVisible();
  await expect.element(main).not.toMatchTextContent('₹');
  for (const absent of [/^Hide/, /^Price/])
    await count(main.getByRole('button', { name: absent })).toBe(0);
  for (const absent of ['Tea 1', 'Add a product'])
    await count(main.getByRole('link', { name: absent })).toBe(0);
  await go('/admin/products/1');
  await expect.element(main.getByRole('heading', { name: '404' })).toBeVisible();
});
