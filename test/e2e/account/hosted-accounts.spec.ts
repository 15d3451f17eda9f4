import { test as base, expect } from '#test/e2e/support/shop.ts';
import { createShopProcess } from '#test/e2e/support/shop-process.ts';

/** A shop whose accounts are on another server. The account server of a second shop stands in for the hosted service. */
const test = base.extend<Record<never, never>, { hosted: { shop: string; service: string } }>({
  hosted: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const service = await createShopProcess(() => ({ AUTH_ALLOWED_ORIGINS: shop.url }));
      const shop = await createShopProcess(() => ({ AUTH_URL: `${service.url}/auth/v1` }));
      await Promise.all([service.start(), shop.start()]);
      await use({ shop: shop.url, service: service.url });
      await Promise.all([service.remove(), shop.remove()]);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ hosted }, use) => {
    await use(hosted.shop);
  },
});

test('a shopper signs up, in and out at the hosted service and never notices', async ({
  page,
  hosted,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/auth/v1')) asked.add(origin);
  });
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('steep for five');
  await page.getByLabel('Confirm Password').fill('steep for five');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created!')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill('steep for five');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/account/profile');
  await page.getByLabel('Full Name').fill('Asha R');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha R');

  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You have been signed out on every device.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-auth'))).toBeNull();

  expect([...asked]).toEqual([hosted.service]);
});
