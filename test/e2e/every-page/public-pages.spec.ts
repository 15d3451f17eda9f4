import { expect, test } from '#test/e2e/support/shop.ts';

test('the public pages say what the tea is, lead to it, and promise what the shop does', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('/');
  await expect(main).toContainText('Caffeine-free');
  await expect(main).toContainText('rich in antioxidants');
  await expect(main.getByRole('heading', { name: '10% off your first order' })).toBeVisible();
  const benefits = page.getByRole('region', { name: 'A small flower with a lot to give' });
  await expect(benefits.getByRole('heading', { level: 3 })).toHaveText([
    'Enhanced Focus',
    'Heart Wellness',
    'Radiant Skin',
    'Natural Detox',
  ]);
  await page.getByRole('link', { name: 'Discover Benefits' }).click();
  await expect(benefits.getByRole('heading', { level: 2 })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Signature Products' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(3);
  await page.getByRole('link', { name: 'View Details of Blue Tea Wellness Set' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blue Tea Wellness Set');
  await page.goto('/');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');

  await page.goto('/shipping-info');
  await expect(main).toContainText('If it is lost, we cancel the order');
  await expect(main).not.toContainText('send another');
  await page.goto('/returns');
  await expect(main).toContainText('choose ‘Cancel order’');
  await expect(main.getByRole('link', { name: 'My Orders' })).toHaveAttribute(
    'href',
    '/account/orders',
  );

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

test('what leads nowhere is not found, and says so to people and machines; another spelling of a page works', async ({
  page,
}) => {
  for (const path of ['/nowhere', '/shop/nowhere', '/product/99', '/product/nothing']) {
    const logged = page.waitForEvent('console', (message) => message.text().includes(path));
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await expect(page).toHaveTitle('Page not found | Aparajita');
    await logged;
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/Product/%31/');
  await page.getByRole('tab', { name: 'How to Brew' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('5-7 dried flowers');
});
