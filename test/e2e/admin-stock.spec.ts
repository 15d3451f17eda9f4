import { done, test } from './admin.ts';
import { expect } from './shop.ts';

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
  await expect(done(admin, `${stock} for sale`)).toBeVisible();
  expect((await find()).stock).toBe(stock);
});
