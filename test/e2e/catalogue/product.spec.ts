import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { pressTogether } from '#test/e2e/support/keys.ts';
import { linesOf, PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

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
  await expect(page.getByRole('tab')).toHaveText([
    'Description',
    'Benefits',
    'How to Brew',
    'Ingredients',
  ]);
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
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(panel).toContainText('Enhanced Focus');
  await tap(page.getByRole('link', { name: 'Back to Shop' }));
  await expect(page).toHaveURL('/shop');
});

test('what one gets for the price is said to people and to search engines, and the terms link to their pages', async ({
  page,
}) => {
  await page.goto('/product/3');
  const article = page.getByRole('article').first();
  const fact = (name: string) =>
    article.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
  await expect(article).toContainText('MRP, inclusive of all taxes · ₹12.99 a cup');
  for (const [name, text] of [
    ['In the pack', 'About 100 cups'],
    ['Caffeine', 'None'],
    ['Net quantity', '200g'],
    ['MRP', '₹1,299.00, inclusive of all taxes'],
    ['Unit price', '₹6.50 per g'],
    ['Packed and sold by', /\w/],
    ['Consumer care', /@/],
  ] as const)
    await expect(fact(name)).toHaveText(text);
  const box = article.getByRole('heading', { name: 'In the box' });
  await expect(box.locator('xpath=following-sibling::ul[1]/li')).toHaveText([
    '2 × tin of whole dried flowers, 100 g each',
    '1 × double-walled glass cup',
  ]);
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
  await expect(page.getByRole('main')).toContainText('7 days');
  await page.goBack();
  await tap(terms.getByRole('link', { name: 'Arrives in 3-5 business days' }));
  await expect(page).toHaveURL('/shipping-info');

  // Tea that comes in bags is called that wherever it is named.
  for (const path of ['/', '/shop', '/about', '/faq', '/product/2']) {
    await page.goto(path);
    await expect(page.locator('body'), path).not.toHaveText(/inner pouch|no bag/i);
  }
  await expect(article).toContainText('50 pyramid bags');
  await tap(page.getByRole('tab', { name: 'How to Brew' }));
  await expect(page.getByRole('tabpanel')).toContainText('One pyramid bag for each cup');

  // At 360 px no weight is parted from its unit and no address is broken, at 768 px no button.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(() => linesOf(article, 'Add to Cart')).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/product/1');
  for (const words of ['50 g', 'hello@aparajita.example'])
    expect(await linesOf(article, words)).toBe(1);
});

test('the gallery shows each picture by tap and by key; the quantity starts at 1, never goes below, and returns to 1 after adding', async ({
  page,
  signedInShopper,
}) => {
  await openHydrated(page, '/product/1');
  const inside = page.getByRole('img', { name: /^The pouch behind a wooden bowl/ });
  const shown = page.locator('.gallery-strip');
  const group = page.getByRole('group', { name: 'Choose a picture' }).getByRole('button');
  await tap(page.getByRole('button', { name: 'Show what is inside' }));
  await expect(inside).toBeInViewport({ ratio: 0.5 });
  await tap(group.first());
  await pressTogether(page, 'ArrowRight', 'ArrowRight');
  await expect
    .poll(() => shown.evaluate((strip) => Math.round(strip.scrollLeft / strip.clientWidth)))
    .toBe(2);
  await expect(group.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(group.nth(2)).toBeFocused();

  const quantity = page.getByRole('group', { name: 'Quantity of Dried Aparajita Flowers' });
  await expect(quantity.getByRole('status')).toHaveText('1');
  await expect(quantity.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
  await tap(quantity.getByRole('button', { name: 'Increase quantity' }));
  await tap(quantity.getByRole('button', { name: 'Increase quantity' }));
  await expect(quantity.getByRole('status')).toHaveText('3');
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(quantity.getByRole('status')).toHaveText('1');
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '1', quantity: 3 },
  ]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('each question opens at a tap, and asks nobody to take advice from a shop', async ({
    page,
  }) => {
    await page.goto('/product/1');
    const questions = page.locator('details');
    await expect(questions).toHaveCount(3);
    for (const question of await questions.all()) {
      await expectTappable(question.locator('summary'));
      await expect(question.locator('p')).toBeHidden();
      await tap(question.locator('summary'));
      await expect(question.locator('p')).toBeVisible();
    }
    await expect(questions.filter({ hasText: 'pregnancy' })).toContainText('ask your doctor');
  });
});
