import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { expectInside, PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);
test.beforeEach(({ page }) => declineCookies(page.context()));

test('one tap on a card puts one into the cart, and the shopper stays in the shop', async ({
  page,
  signedInShopper,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHydrated(page, '/shop');
  const add = page.getByRole('button', { name: 'Add to Cart: Organic Blue Tea Blend' });
  await expectTappable(add);
  expect(asked.filter((path) => /add-to-cart|put-in-cart/.test(path))).toEqual([]);
  await tap(add);
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(page).toHaveURL('/shop');
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '4', quantity: 1 },
  ]);

  // The message has a link to the cart, and does not go along there.
  await tap(page.getByRole('banner').getByRole('link', { name: /^Cart/ }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cart/i);
  expect(await page.getByText('Item has been added to your cart.').count()).toBe(0); // at once, and not after its five seconds
});

test('who is signed out is asked to sign in, as on a product’s page', async ({ page }) => {
  await openHydrated(page, '/shop');
  await tap(page.getByRole('button', { name: 'Add to Cart: Travel Tea Pack' }));
  await expect(page.getByText('Sign in required')).toBeVisible();
  await expect(page.getByText('Please sign in to add items to cart')).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
});

test('a tap before hydration is not lost', async ({ page, signedInShopper }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0; // never idle: the tap itself starts the scripts
  });
  await page.goto('/shop');
  await tap(page.getByRole('button', { name: 'Add to Cart: Premium Blue Tea Pack' }));
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '2', quantity: 1 },
  ]);
});

test('cards do not overflow at any text size, nothing lies on their pictures, and all of a card leads to its product', async ({
  page,
}) => {
  await openHydrated(page, '/shop');
  for (const card of await page.getByRole('article').all()) {
    await expect(async () => {
      const picture = await card.locator('picture img').boundingBox();
      const weight = await card.getByText(/^\d+g/).boundingBox();
      expect(weight?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
    }).toPass({ timeout: 15_000 });
  }
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    for (const percent of [100, 150, 200]) {
      await setRootFont(page, percent);
      await expectInside(page.locator('.product-grid'));
    }
  }
  await setRootFont(page, 100);
  await page.setViewportSize(PHONE.viewport);
  const card = page.getByRole('article').filter({ hasText: 'Deluxe Gift Set' });
  await expect(card).toContainText('250g');
  await expect(card).toContainText('Rated 4.8 out of 5 from (127)');
  // The link lies over the picture.
  await card.locator('picture').evaluate((part) => part.scrollIntoView({ block: 'center' }));
  const picture = await card.locator('picture').boundingBox();
  if (!picture) throw new Error('It has no picture');
  await page.touchscreen.tap(picture.x + picture.width / 2, picture.y + picture.height / 2);
  await expect(page).toHaveURL('/product/6');
});
