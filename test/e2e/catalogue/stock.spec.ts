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

test('few pieces left are told, and no more than those can be chosen', async ({
  page,
  ownShop,
}) => {
  await ownShop.sql(`update products set stock = 2 where id = '2'`);
  const card = page.getByRole('article').filter({ hasText: 'Premium Blue Tea Pack' });
  await openShopWith(card, 'Only 2 left');
  await card.getByRole('link', { name: /^View Details/ }).click();
  await expect(page.getByRole('main').getByText('Only 2 left')).toBeVisible();
  const more = page.getByRole('button', { name: 'Increase quantity' });
  await more.click();
  await expect(more).toBeDisabled();
});

test('what is out of stock is shown, and cannot be bought', async ({ page, ownShop }) => {
  await ownShop.sql(`update products set stock = 0 where id = '3'`);
  const card = page.getByRole('article').filter({ hasText: 'Blue Tea Wellness Set' });
  await openShopWith(card, 'Out of stock');
  await page.goto('/product/3');
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
  await expectAccessible(page);
  const [product] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(product).toContain('https://schema.org/OutOfStock');
});
