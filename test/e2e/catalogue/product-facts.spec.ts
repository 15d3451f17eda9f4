import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { expectInside, linesOf, PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);
test.beforeEach(({ page }) => declineCookies(page.context()));

const PRODUCTS = [
  {
    id: '1',
    price: '499.00',
    cups: 25,
    perCup: '₹19.96',
    perGram: '₹9.98',
    box: ['1 × kraft pouch of whole dried flowers, 50 g'],
  },
  {
    id: '2',
    price: '799.00',
    cups: 50,
    perCup: '₹15.98',
    perGram: '₹7.99',
    box: ['50 × pyramid bag of whole dried flowers, 2 g each'],
  },
  {
    id: '3',
    price: '1,299.00',
    cups: 100,
    perCup: '₹12.99',
    perGram: '₹6.50',
    box: ['2 × tin of whole dried flowers, 100 g each', '1 × double-walled glass cup'],
  },
  {
    id: '4',
    price: '899.00',
    cups: 50,
    perCup: '₹17.98',
    perGram: '₹8.99',
    box: ['1 × tin of gently broken dried flowers, 100 g'],
  },
  {
    id: '5',
    price: '599.00',
    cups: 25,
    perCup: '₹23.96',
    perGram: '₹11.98',
    box: ['25 × stick sachet of dried flowers, 2 g each'],
  },
  {
    id: '6',
    price: '1,999.00',
    cups: 125,
    perCup: '₹15.99',
    perGram: '₹8.00',
    box: [
      '2 × tin of our finest dried flowers, 125 g each',
      '1 × glass cup',
      '1 × gift box with a ribbon',
    ],
  },
];

test('each product says what one gets for the price, as the catalogue has it', async ({
  page,
  request,
}) => {
  for (const { id, price, cups, perCup, perGram, box } of PRODUCTS) {
    const product = await request.get(`/api/products/${id}`).then((answer) => answer.json());
    await page.goto(`/product/${id}`);
    const article = page.getByRole('article').first();
    const fact = (name: string) =>
      article.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');

    await expect(article).toContainText(`MRP, inclusive of all taxes · ${perCup} a cup`);
    await expect(fact('In the pack')).toHaveText(`About ${cups} cups`);
    await expect(fact('Price per cup')).toHaveText(perCup);
    await expect(fact('Taste')).toHaveText(product.taste);
    await expect(fact('Caffeine')).toHaveText('None');
    await expect(fact('Water')).toHaveText('80-90°C');
    await expect(fact('Steep')).toHaveText('3-5 minutes');

    const lines = article
      .getByRole('heading', { name: 'In the box' })
      .locator('xpath=following-sibling::ul[1]/li');
    await expect(lines).toHaveText(box);

    await expect(fact('Net quantity')).toHaveText(product.weight);
    await expect(fact('MRP')).toHaveText(`₹${price}, inclusive of all taxes`);
    await expect(fact('Unit price')).toHaveText(`${perGram} per g`);
    await expect(fact('Country of origin')).toHaveText(product.country_of_origin);
    await expect(fact('Packed and sold by')).toHaveText(/\w/);
    await expect(fact('Consumer care')).toHaveText(/@/);

    // The structured data for search engines contains the same texts.
    const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
    const seen = JSON.parse(data);
    expect(seen.offers.price).toBe(price.replace(',', ''));
    expect(seen.weight).toBe(product.weight);
    expect(seen.aggregateRating).toMatchObject({ ratingValue: 4.8, reviewCount: 127 });
    expect(seen).not.toHaveProperty('review');
  }

  // At 360 px no weight is parted from its unit and no address is broken, at 768 px no button.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/product/1');
  const article = page.getByRole('article').first();
  expect(await linesOf(article, '50 g')).toBe(1);
  expect(await linesOf(article, 'hello@aparajita.example')).toBe(1);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/product/2');
  await expect.poll(() => linesOf(page.getByRole('article').first(), 'Add to Cart')).toBe(1);
});

test('every text about the pyramid bags agrees; the terms below the button link to their pages', async ({
  page,
}) => {
  for (const path of ['/', '/shop', '/product/2', '/about', '/faq']) {
    await page.goto(path);
    const words = (await page.locator('body').textContent()) ?? '';
    expect(words, path).not.toMatch(/inner pouch|no bag/i);
  }
  await page.goto('/product/2');
  const article = page.getByRole('article').first();
  await expect(article).toContainText('50 pyramid bags');
  await tap(page.getByRole('tab', { name: 'How to Brew' }));
  await expect(page.getByRole('tabpanel')).toContainText('One pyramid bag for each cup');
  await page.goto('/product/1');
  const terms = page.getByRole('paragraph').filter({ hasText: /^Cash on delivery/ });
  await expect(terms).toBeVisible();
  await tap(terms.getByRole('link', { name: '7-day returns, unopened' }));
  await expect(page).toHaveURL('/returns');
  await expect(page.getByRole('main')).toContainText('7 days');
  await page.goBack();
  await tap(terms.getByRole('link', { name: 'Arrives in 3-5 business days' }));
  await expect(page).toHaveURL('/shipping-info');
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

test('with every question open and a large text size nothing overflows, in the dark theme too', async ({
  page,
}) => {
  await page.goto('/product/6');
  for (const question of await page.locator('details').all())
    await tap(question.locator('summary'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    for (const percent of [100, 150, 200]) {
      await setRootFont(page, percent);
      await expectInside(page.locator('.facts'));
      await expectInside(page.locator('.columns'));
    }
  }
});
