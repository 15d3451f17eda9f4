import { expect, expectAccessible, stopClock, test } from '#test/e2e/support/shop.ts';

test('adding needs a sign-in, and says so', async ({ page }) => {
  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('alert')).toContainText('Sign in required');
  await expect(page.getByRole('alert')).toContainText('Please sign in to add items to cart');
  await expect(page).toHaveURL('/auth');
});

test('an empty cart says so and leads to the shop', async ({ page, signedInShopper: _ }) => {
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByText('Add some tea to get started!')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL('/shop');
});

test('products are added, counted by line and totalled', async ({ page, signedInShopper: _ }) => {
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
  await expect(page.getByText('Calculated at checkout')).toBeVisible();
  await expect(page.getByText('₹3,496.00')).toHaveCount(2); // total equals subtotal
  await expectAccessible(page);
});

test.describe('with something in the cart', () => {
  test.beforeEach(async ({ page, signedInShopper }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    await signedInShopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
    await page.goto('/cart');
  });

  test('a quantity changes at once, is announced, and is saved', async ({ page }) => {
    const line = page.getByRole('listitem').filter({ hasText: 'Dried Aparajita Flowers' });
    await expect(line.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(line).toContainText('₹1,497.00');
    await expect(page.getByRole('status').filter({ hasText: 'Total ₹2,695.00' })).toBeAttached();
    await page.reload();
    await expect(line).toContainText('₹1,497.00');
  });

  test('by keyboard, minus stops at one, keeps the focus and leads to plus', async ({ page }) => {
    const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    const less = line.getByRole('button', { name: 'Decrease quantity' });
    const quantity = line.getByRole('group').getByRole('status');
    await less.focus();
    await page.keyboard.press('Space');
    await expect(quantity).toHaveText('1');
    await expect(less).toBeDisabled();
    await expect(less).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(line.getByRole('button', { name: 'Increase quantity' })).toBeFocused();
    await expect(quantity).toHaveText('1');
    await page.keyboard.press('Space');
    await expect(quantity).toHaveText('2');
    await expect(less).toBeEnabled();
  });

  test('a click right before leaving the page is saved', async ({ page }) => {
    const line = page.getByRole('listitem').filter({ hasText: 'Dried Aparajita Flowers' });
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await page.reload(); // before the pause ends after which the page saves
    await expect(line).toContainText('₹998.00');
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expect(page.getByText('Qty: 3')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Qty: 3')).toBeVisible();
  });

  test('quick clicks are one request, with the last quantity', async ({ page }) => {
    const writes: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes.push(request.postDataJSON());
    });
    // The test controls the page's clock, so slow clicks of a busy machine do not matter.
    await page.clock.install();
    await page.reload();
    const line = page.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    await expect(line).toContainText('₹1,198.00');
    await stopClock(page);
    for (let click = 0; click < 4; click += 1) {
      await line.getByRole('button', { name: 'Increase quantity' }).click({ delay: 0 });
      await page.clock.runFor(20);
    }
    await expect(line).toContainText('₹3,594.00');
    expect(writes).toEqual([]);
    await page.clock.runFor(1_000); // longer than the page waits for another click
    await expect.poll(() => writes).toEqual([{ quantity: 6 }]);
    await expect(page.getByRole('status').filter({ hasText: 'Total' })).toBeAttached();
  });

  test('a change that cannot be saved is undone, and a message says why', async ({ page }) => {
    const line = page.getByRole('listitem').filter({ hasText: 'Dried Aparajita Flowers' });
    await expect(line).toContainText('₹499.00');
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/cart/items/*', async (route) => {
      await seen.promise;
      await route.abort('internetdisconnected');
    });
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(line).toContainText('₹998.00');
    seen.resolve();
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(line).not.toContainText('₹998.00');

    await page.getByRole('button', { name: 'Dismiss' }).click();
    await line.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('alert').getByText('Error')).toBeVisible();
    await expect(line).toBeVisible();
  });

  test('removing says so and moves the focus on', async ({ page }) => {
    await page.getByRole('button', { name: 'Remove Dried Aparajita Flowers' }).click();
    await expect(page.getByText('Removed from cart')).toBeVisible();
    await expect(page.getByText('Item has been removed from your cart.')).toBeVisible();
    const last = page.getByRole('button', { name: 'Remove Travel Tea Pack' });
    await expect(last).toBeFocused();
    await last.press('Enter');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });

  test('an item that another tab has removed causes no error', async ({
    page,
    signedInShopper,
  }) => {
    const remove = page.getByRole('button', { name: 'Remove Dried Aparajita Flowers' });
    await expect(remove).toBeVisible();
    await signedInShopper.call('DELETE', '/cart');
    await remove.click();
    await expect(page.getByText('Removed from cart')).toBeVisible();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});
