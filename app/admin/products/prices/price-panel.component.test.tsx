import { expect, test } from 'vitest';
import type { AdminProduct } from '#contract/admin/products.ts';
import { openAdmin } from '#test/component/admin.tsx';
import { type Handlers, holdAnswer, loseAnswer } from '#test/component/fake-api.ts';
import { idOf } from '#test/component/fake-orders.ts';
import { aProduct, fakeProducts } from '#test/component/fake-products.ts';

const PRICE = 'PATCH /admin/products/{id}/price';
const SCHEDULE = 'POST /admin/products/{id}/price-changes';
const RUNNING = { id: idOf(1), ends_at: '2099-11-20T10:00:00.000Z', former_price: 599 };

async function openPrices(part: Partial<AdminProduct>, more: Handlers = {}) {
  const shop = fakeProducts([aProduct('5', part)]);
  Object.assign(shop.api, more);
  const opened = await openAdmin('/admin/products/5', { api: shop.api });
  const { main } = opened;
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return { ...opened, shop, button, price: main.getByLabelText('Price in rupees') };
}

test('a price that runs for a while is ended by another one, which says so, or kept for good, and Undo resumes it', async () => {
  const resumed: (string | undefined)[] = [];
  const { main, button, price, told, undo, shop } = await openPrices({
    price: 499,
    running: RUNNING,
  });
  const change = shop.api[PRICE];
  shop.api[PRICE] = async (request, headers) => {
    await change?.(request, headers);
    const { resumes } = request.body;
    resumed.push(resumes);
    const { version } = shop.find('5');
    return resumes ? shop.change('5', version, { running: RUNNING }) : shop.find('5');
  };
  const returns = main.getByText(/^₹599\.00 comes back on .+ (AM|PM)\.$/);
  await expect.element(returns).toBeVisible();
  await price.fill('39');
  await expect
    .element(main.getByText(/^Ends the price until .*: ₹599\.00 does not come back then\.$/))
    .toBeVisible();
  await button('Change the price now').click();
  await expect.element(told('Tea 5: ₹39.00, and the scheduled price has ended')).toBeVisible();
  await undo.click();
  await expect.element(price).toHaveValue('499');
  await expect.element(returns).toBeVisible();

  // Saving the same price does not say that it stays for good.
  await button('Change the price now').click();
  await expect.element(told(/^Tea 5: ₹499\.00 until .+ (AM|PM)/)).toBeVisible();
  await button('Keep ₹499.00 for good').click();
  await expect.element(told('Tea 5: ₹499.00, and the scheduled price has ended')).toBeVisible();
  await expect.element(returns).not.toBeInTheDocument();
  await expect.element(button('Keep ₹499.00 for good')).not.toBeInTheDocument();
  await undo.click();
  await expect.element(returns).toBeVisible();
  expect(resumed.filter(Boolean)).toEqual([RUNNING.id, RUNNING.id]);
});

test('while a price is saved its form takes nothing', async () => {
  const { main, button, shop, price } = await openPrices({});
  const now = holdAnswer(shop.api, PRICE);
  await price.fill('580');
  await button('Change the price now').click();
  await expect.element(price).toBeDisabled();
  await expect.element(main.getByLabelText('MRP in rupees')).toBeDisabled();
  now.release();
  await expect.element(price).toBeEnabled();
});

test('a scheduled price whose answer was lost has its texts again after a reload', async () => {
  const { main, button, shop, reload } = await openPrices({}, { [SCHEDULE]: () => aProduct('5') });
  await button('Schedule a price').click();
  await expect.element(main.getByLabelText('New price')).toHaveFocus();
  await main.getByLabelText('New price').fill('100');
  loseAnswer(shop.api, SCHEDULE);
  await button('Schedule').click();
  await expect.element(main.getByText('We could not reach the shop.')).toBeVisible();
  await reload();
  await button('Schedule a price').click();
  await expect.element(main.getByLabelText('New price')).toHaveValue('100');
  await button('Schedule').click();
  await expect.element(button('Schedule a price')).toBeVisible();
});
