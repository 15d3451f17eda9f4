import { pressTogether } from '#test/e2e/support/keys.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('a product’s page has the facts that the specification asks for', async ({ page }) => {
  await page.goto('/product/1');
  await expect(page.getByText('50g', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Rated 4.8 out of 5 from (127 reviews)')).toBeVisible();
  for (const words of ['Free Shipping', 'On orders over ₹999', '100% Natural', 'No additives']) {
    await expect(page.getByRole('article').getByText(words, { exact: true })).toBeVisible();
  }
  await expect(
    page.getByRole('group', { name: 'Choose a picture' }).getByRole('button'),
  ).toHaveCount(3);
  await expect(page.getByRole('tab')).toHaveText([
    'Description',
    'Benefits',
    'How to Brew',
    'Ingredients',
  ]);

  await expect(page.getByRole('tabpanel')).toContainText('picked by hand');
  await page.getByRole('tab', { name: 'How to Brew' }).click();
  const panel = page.getByRole('tabpanel');
  for (const words of ['5-7 dried flowers', '80-90°C', '3-5 minutes', 'lemon juice', 'Honey']) {
    await expect(panel).toContainText(words);
  }
  // With the keyboard: Tab stops once at the tabs, and the arrow keys move between them.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Ingredients' })).toBeFocused();
  await expect(panel).toContainText('100% dried butterfly pea flowers');
  for (const certification of ['Organic', 'Non-GMO', 'Gluten-Free', 'Vegan']) {
    await expect(panel).toContainText(certification);
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(panel).toContainText('Enhanced Focus');

  await page.getByRole('link', { name: 'Back to Shop' }).click();
  await expect(page).toHaveURL('/shop');

  // Search engines read the product and the way to it.
  await page.goto('/product/1');
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const origin = new URL(page.url()).origin;
  expect(texts.map((text) => JSON.parse(text))).toMatchObject([
    {
      '@type': 'Product',
      name: 'Dried Aparajita Flowers',
      offers: {
        price: '499.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        url: `${origin}/product/1`,
      },
      aggregateRating: { ratingValue: 4.8, reviewCount: 127 },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${origin}/` },
        { position: 2, name: 'Shop', item: `${origin}/shop` },
        { position: 3, name: 'Dried Aparajita Flowers', item: `${origin}/product/1` },
      ],
    },
  ]);
});

test('the gallery shows each picture, by tap and by key, also by two quick ones', async ({
  page,
}) => {
  await page.goto('/product/1');
  const inside = page.getByRole('img', { name: /^The pouch behind a wooden bowl/ });
  const inUse = page.getByRole('img', { name: /^The pouch behind a glass cup/ });
  await page.getByRole('button', { name: 'Show what is inside' }).click();
  await expect(inside).toBeInViewport({ ratio: 0.5 });
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Show it in use' })).toBeFocused();
  await expect(inUse).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByRole('button', { name: 'Show it in use' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await openHydrated(page, '/product/1');
  const shown = page.locator('.gallery-strip');
  const group = page.getByRole('group', { name: 'Choose a picture' }).getByRole('button');
  await group.first().focus();
  await pressTogether(page, 'ArrowRight', 'ArrowRight');
  await expect
    .poll(() => shown.evaluate((strip) => Math.round(strip.scrollLeft / strip.clientWidth)))
    .toBe(2);
  await expect(group.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(group.nth(2)).toBeFocused();
});

test('the quantity starts at 1, never goes below, and returns to 1 after adding', async ({
  page,
  signedInShopper,
}) => {
  await page.goto('/product/1');
  const quantity = page.getByRole('group', { name: 'Quantity of Dried Aparajita Flowers' });
  await expect(quantity.getByRole('status')).toHaveText('1');
  await expect(quantity.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
  await quantity.getByRole('button', { name: 'Increase quantity' }).click();
  await quantity.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(quantity.getByRole('status')).toHaveText('3');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(quantity.getByRole('status')).toHaveText('1');
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '1', quantity: 3 },
  ]);
});

test('the heart saves a product, and the shop page lists it', async ({ page }) => {
  await page.goto('/product/4');
  const heart = page.getByRole('button', { name: 'Save to wishlist' });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await tap(page.getByRole('status').getByRole('link', { name: 'View wishlist' }));
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Organic Blue Tea Blend']);
  await expect(page.getByRole('button', { name: 'Wishlist (1)' })).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Back to Shop' }).click();
  await page.getByRole('button', { name: 'Wishlist (1)' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Organic Blue Tea Blend']);
  await page.getByRole('button', { name: 'Wishlist (1)' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);

  await page.goto('/product/4');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expect(page.getByRole('button', { name: /^Wishlist/ })).toBeHidden();
});
