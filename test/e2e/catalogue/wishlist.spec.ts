import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Products that are hidden, or on a later page of the shop: changing-catalogue.spec.ts.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const filter = (page: Page) => page.getByRole('button', { name: /^Wishlist/ });
const heart = (page: Page) => page.getByRole('button', { name: 'Save to wishlist' });

test('the heart saves a product, and the shop page lists it', async ({ page, context }) => {
  await openHydrated(page, '/product/4');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await tap(heart(page));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await tap(page.getByRole('status').getByRole('link', { name: 'View wishlist' }));
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
  await expect(filter(page)).toHaveText('Wishlist (1)');
  await expect(filter(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await tap(filter(page));
  await expect(names(page)).toHaveCount(6);

  // A category does not cut it down, and a search leaves it.
  await openHydrated(page, '/shop?category=gift-set');
  await tap(filter(page));
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
  await expect(page.getByRole('link', { name: /Remove filter/ })).toHaveCount(0);
  await page.getByRole('searchbox').fill('wellness');
  await page.getByRole('searchbox').press('Enter');
  await expect(names(page)).toHaveText(['Blue Tea Wellness Set', 'Deluxe Gift Set']);

  // Another tab adds to it, while this one shows a page without hearts.
  await openHydrated(page, '/product/4');
  await tap(page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }));
  await expect(page).toHaveURL('/about');
  const other = await context.newPage();
  await openHydrated(other, '/product/2');
  await tap(heart(other));
  await expect(heart(other)).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await tap(heart(page));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await openHydrated(other, '/shop#wishlist');
  await expect(names(other)).toHaveText(['Premium Blue Tea Pack']);

  await openHydrated(page, '/product/2');
  await tap(heart(page));
  await openHydrated(page, '/shop');
  await expect(names(page)).toHaveCount(6);
  await expect(filter(page)).toBeHidden();
});
