import type { Locator } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';

/** Opens the shop once it has this text: a cached page may be a second older than the catalogue. */
async function openShopWith(card: Locator, text: string) {
  const { request } = card.page().context();
  const words = async () => (await (await request.get('/shop')).text()).replaceAll('<!-- -->', '');
  await expect.poll(words).toContain(text);
  await card.page().goto('/shop');
  await expect(card).toContainText(text);
}

test('few pieces left and none are told in the list and on the product’s page, and no more than those can be bought', async ({
  page,
  ownShop,
}) => {
  await ownShop.sql(`update products set stock = case id when '2' then 2 else 0 end
    where id in ('2', '3')`);
  const few = page.getByRole('article').filter({ hasText: 'Premium Blue Tea Pack' });
  const none = page.getByRole('article').filter({ hasText: 'Blue Tea Wellness Set' });
  await openShopWith(few, 'Only 2 left');
  await expect(none).toContainText('Out of stock');
  await expect(none.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expectAccessible(page);
  await few.getByRole('link', { name: /^View Details/ }).click();
  await expect(page.getByRole('main').getByText('Only 2 left')).toBeVisible();
  const more = page.getByRole('button', { name: 'Increase quantity' });
  await more.click();
  await expect(more).toBeDisabled();

  await page.goto('/product/3');
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expect(more).toBeDisabled();
  await expectAccessible(page);
  const [product] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(product).toContain('https://schema.org/OutOfStock');
});
