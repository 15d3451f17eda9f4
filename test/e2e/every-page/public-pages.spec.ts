import { expect, test } from '#test/e2e/support/shop.ts';

const PAGES = [
  '/',
  '/shop',
  '/product/1',
  '/about',
  '/contact',
  '/shipping-info',
  '/returns',
  '/faq',
  '/terms',
  '/privacy-policy',
];

test.describe('Home', () => {
  test('says what the tea is and what a letter is worth', async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main).toContainText('Caffeine-free');
    await expect(main).toContainText('rich in antioxidants');
    await expect(main.getByRole('heading', { name: '10% off your first order' })).toBeVisible();
  });

  test('shows four benefits, to which Discover Benefits leads', async ({ page }) => {
    await page.goto('/');

    const benefits = page.getByRole('region', { name: 'A small flower with a lot to give' });
    await expect(benefits.getByRole('heading', { level: 3 })).toHaveText([
      'Enhanced Focus',
      'Heart Wellness',
      'Radiant Skin',
      'Natural Detox',
    ]);
    await page.getByRole('link', { name: 'Discover Benefits' }).click();
    await expect(benefits.getByRole('heading', { level: 2 })).toBeInViewport();
  });

  test('leads to the shop, and to each of three signature products', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Signature Products' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(3);
    await page.getByRole('link', { name: 'View Details of Blue Tea Wellness Set' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blue Tea Wellness Set');
    await page.goBack();
    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  });
});

test('the pages about shipping and returns promise what the shop does', async ({ page }) => {
  await page.goto('/shipping-info');
  const main = page.getByRole('main');
  await expect(main).toContainText('If it is lost, we cancel the order');
  await expect(main).not.toContainText('send another');
  await page.goto('/returns');
  await expect(main).toContainText('choose ‘Cancel order’');
  await expect(main.getByRole('link', { name: 'My Orders' })).toHaveAttribute(
    'href',
    '/account/orders',
  );
});

test.describe('About', () => {
  test('tells the story, the values, the mission and what is done for the land', async ({
    page,
  }) => {
    await page.goto('/about');
    for (const heading of [
      'Our Story',
      'The Essence of Aparajita',
      '100% Natural',
      'Wellness First',
      'Quality Assured',
      'Sustainability',
      'Our Mission',
      'Committed to Sustainability',
      'Biodegradable packaging',
      'Fair trade',
      'Zero waste',
    ]) {
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    }
    await expect(page.getByText('natural and pure', { exact: true })).toBeVisible();
    await expect(page.getByText('additives', { exact: true })).toBeVisible();
  });
});

test.describe('What leads nowhere', () => {
  for (const path of ['/nowhere', '/shop/nowhere', '/product/99', '/product/nothing']) {
    test(`${path} is not found, and says so to people and machines`, async ({ page }) => {
      const logged = page.waitForEvent('console', (message) => message.text().includes(path));
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
      await expect(page).toHaveTitle('Page not found | Aparajita');
      await logged;
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await expect(page).toHaveURL('/');
    });
  }
});

test.describe('Every public page', () => {
  test('has a title, a description, a canonical address and a card of its own', async ({
    page,
  }) => {
    const titles = new Set<string>();
    for (const path of [...PAGES, '/shop?sort=newest']) {
      await page.goto(path);
      titles.add(await page.title());
      const origin = new URL(page.url()).origin;
      const own = origin + new URL(page.url()).pathname;
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', own);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,160}/);
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', own);
      const card = await page.locator('meta[property="og:image"]').getAttribute('content');
      const picture = await page.request.get(card ?? '');
      expect(picture.headers()['content-type'], card ?? '').toContain('image/');
    }
    // One address for the shop, however it is ordered.
    expect(titles.size).toBe(PAGES.length);
  });
});
