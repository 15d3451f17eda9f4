import { expect, test } from '#test/e2e/support/shop.ts';

test('an empty cart leads to the shop; products are added, counted by line, totalled, and saved however the page is left', async ({
  page,
  signedInShopper: _,
}) => {
  await page.goto('/checkout'); // an empty cart has none
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL('/shop');

  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();

  // Adding it again increases the quantity; there is still one line.
  const added = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await added;
  await page.goto('/product/6');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: 'Cart, 2 products' }).click();

  await expect(page).toHaveURL('/cart');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('Dried Aparajita Flowers');
  await expect(lines.nth(0)).toContainText('₹499.00');
  await expect(lines.nth(0)).toContainText('₹1,497.00');
  await expect(lines.nth(1)).toContainText('₹1,999.00');
  await expect(page.getByText('₹3,496.00')).toHaveCount(2); // total equals subtotal

  const line = page.getByRole('listitem').filter({ hasText: 'Deluxe Gift Set' });
  await line.getByRole('button', { name: 'Increase quantity' }).click();
  await page.reload(); // before the pause ends after which the page saves
  await expect(line).toContainText('₹3,998.00');
  await line.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByText('Qty: 3')).toHaveCount(2); // of both products
  await page.reload();
  await expect(page.getByText('Qty: 3')).toHaveCount(2);
});
