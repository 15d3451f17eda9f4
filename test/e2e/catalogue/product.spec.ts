import type { Page } from '@playwright/test';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

test('a product’s page has the facts that the specification asks for', async ({ page }) => {
  await page.goto('/product/1');
  const article = page.getByRole('article').first();
  const panel = page.getByRole('tabpanel');
  await expect(page.getByText('50g', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Rated 4.8 out of 5 from (127 reviews)')).toBeVisible();
  for (const words of ['Free Shipping', 'On orders over ₹999', '100% Natural', 'No additives'])
    await expect(article.getByText(words, { exact: true })).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Choose a picture' }).getByRole('button'),
  ).toHaveCount(3);
  await tap(page.getByRole('button', { name: 'Show what is inside' }));
  const inside = page.getByRole('img', { name: /^The pouch behind a wooden bowl/ });
  await expect(inside).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
  await expect(page.getByRole('tab')).toHaveText([
    'Description',
    'Benefits',
    'How to Brew',
    'Ingredients',
  ]);
  // What the law requires, and no advice that a shop may not give.
  for (const words of ['inclusive of all taxes', 'Net quantity', 'Consumer care'])
    await expect(article).toContainText(words);
  await expect(page.locator('details').filter({ hasText: 'pregnancy' })).toContainText(
    'ask your doctor',
  );
  await expect(panel).toContainText('picked by hand');
  await tap(page.getByRole('tab', { name: 'How to Brew' }));
  for (const words of ['5-7 dried flowers', '80-90°C', '3-5 minutes', 'lemon juice', 'Honey'])
    await expect(panel).toContainText(words);
  // With the keyboard: Tab stops once at the tabs, and the arrow keys move between them.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Ingredients' })).toBeFocused();
  for (const words of ['100% dried butterfly pea flowers', 'Organic', 'Non-GMO', 'Gluten-Free'])
    await expect(panel).toContainText(words);
  await expect(panel).toContainText('Vegan');
  await tap(page.getByRole('tab', { name: 'Benefits' }));
  await expect(panel).toContainText('Enhanced Focus');
  await tap(page.getByRole('link', { name: 'Back to Shop' }));
  await expect(page).toHaveURL('/shop');
});

test('a product is described to search engines, and its terms link to their pages', async ({
  page,
}) => {
  await page.goto('/product/3');
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const { origin } = new URL(page.url());
  expect(texts.map((text) => JSON.parse(text))).toMatchObject([
    {
      '@type': 'Product',
      name: 'Blue Tea Wellness Set',
      weight: '200g',
      offers: {
        price: '1299.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        url: `${origin}/product/3`,
      },
      aggregateRating: { ratingValue: 4.8, reviewCount: 127 },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${origin}/` },
        { position: 2, name: 'Shop', item: `${origin}/shop` },
        { position: 3, name: 'Blue Tea Wellness Set', item: `${origin}/product/3` },
      ],
    },
  ]);

  const terms = page.getByRole('paragraph').filter({ hasText: /^Cash on delivery/ });
  await tap(terms.getByRole('link', { name: '7-day returns, unopened' }));
  await expect(page).toHaveURL('/returns');
  await page.goBack();
  await tap(terms.getByRole('link', { name: 'Arrives in 3-5 business days' }));
  await expect(page).toHaveURL('/shipping-info');
});

test('the picture fills the window at a tap; it is swiped, enlarged by two fingers or keys, left by Back or Escape', async ({
  page,
}) => {
  const viewer = page.getByRole('dialog', { name: /^Pictures of .* full screen$/ });
  const picture = viewer.getByRole('img', { name: /^The pouch behind a wooden bowl/ });
  const openers = page
    .getByRole('region', { name: /^Pictures of/ })
    .getByRole('button', { name: /View larger$/ });
  /** The picture's size, as a multiple of the window's width. */
  const enlargement = async () => ((await picture.boundingBox())?.width ?? 0) / 390;
  await openHydrated(page, '/product/1');
  await tap(openers.first());
  await expect.poll(() => viewer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expect(viewer.getByRole('img', { name: /^A kraft/ })).toBeInViewport({ ratio: 1 });
  await moveFingers(page, [330, 40]);
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await expect.poll(enlargement).toBeCloseTo(1);
  await moveFingers(page, [145, 85], [245, 305]);
  await expect.poll(enlargement).toBeGreaterThan(1.5);
  expect(await page.evaluate(() => window.visualViewport?.scale), 'the page is not').toBe(1);
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await expect(page).toHaveURL('/product/1');
  await expect(openers.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('+');
  await expect.poll(enlargement).toBeCloseTo(1.5);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(openers.nth(1)).toBeFocused();
});

/** Moves each finger from one place to another at the same height, by the timestamps of its events as fast as a person. */
async function moveFingers(page: Page, ...fingers: [from: number, to: number][]) {
  const cdp = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  for (let step = 0; step <= 9; step += 1) {
    const touchPoints = fingers.map(([from, to]) => ({
      x: from + ((to - from) * step) / 8,
      y: 500,
    }));
    const [first, last] = [step === 0, step === 9];
    await cdp.send('Input.dispatchTouchEvent', {
      type: first ? 'touchStart' : last ? 'touchEnd' : 'touchMove',
      touchPoints: last ? [] : touchPoints,
      timestamp: begin + step * 0.03,
    });
  }
}
