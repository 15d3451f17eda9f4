import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { expectInside, PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

test.use(PHONE);
test.beforeEach(({ page }) => declineCookies(page.context()));

test('the home page shows price, rating and terms without scrolling, and leads to all products below three', async ({
  page,
  request,
}) => {
  const [cheapest] = await request
    .get('/api/products?sort=price-asc')
    .then((answer) => answer.json());
  for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const words of [
      `From ₹${cheapest.price}.00`,
      `Rated ${cheapest.rating} from ${cheapest.review_count} reviews`,
      'Cash on delivery',
      'Delivery in 3-5 business days',
      'Free shipping over ₹999',
    ]) {
      const shown = page.getByText(words, { exact: true });
      await expect(shown, `${words} at ${viewport.width} px`).toBeInViewport({ ratio: 1 });
    }
  }
  const all = page.getByRole('link', { name: 'See all teas' });
  await all.scrollIntoViewIfNeeded();
  await expect(async () => {
    const cards = await page.locator('.product-grid').boundingBox();
    const link = await all.boundingBox();
    expect(link?.y ?? 0).toBeGreaterThan((cards?.y ?? 0) + (cards?.height ?? Infinity));
  }).toPass({ timeout: 15_000 });
});

test('home and about overflow at no text size, share no illustration, and say where the shop is', async ({
  page,
}) => {
  const seen: (string | null)[] = [];
  for (const path of ['/', '/about']) {
    await page.goto(path);
    for (const icon of await page.locator('img[src^="/pictures/icons/"]').all()) {
      seen.push(await icon.getAttribute('src'));
    }
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      for (const percent of [100, 150, 200]) {
        await setRootFont(page, percent);
        await expectInside(page.getByRole('main'));
      }
    }
  }
  expect(seen).toHaveLength(8);
  expect(new Set(seen).size).toBe(8);
  const place = page.locator('section').filter({ hasText: 'From India, for India' });
  await expect(place).toContainText('Mumbai');
  await expect(place).toContainText('Mon-Sat 9AM-6PM IST');
  await expect(place.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    '/contact',
  );
});
