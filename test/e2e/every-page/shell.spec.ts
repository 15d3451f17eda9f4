import { expect, expectReachable, openHydrated, test } from '#test/e2e/support/shop.ts';

test('the header leads to every section and marks the present one', async ({ page }) => {
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Shop', '/shop'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    await nav.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('on a phone the menu opens, leads on, and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();
});

test('in a low window every entry of the menu can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const link of [menu.getByRole('link').first(), menu.getByRole('link').last()]) {
    await expectReachable(link);
  }
});

test('the footer leads to everything the shop answers for', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const name of ['Shop', 'About Us', 'Contact']) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
  }
  for (const [label, heading] of [
    ['Shipping Info', 'Shipping Info'],
    ['Returns', 'Returns'],
    ['FAQ', 'Frequently asked questions'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms & Conditions', 'Terms & Conditions'],
  ] as const) {
    await footer.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  for (const network of ['Instagram', 'Facebook', 'YouTube']) {
    await expect(footer.getByRole('link', { name: network })).toBeVisible();
  }
});

test('the keyboard can skip the header', async ({ page }) => {
  await page.goto('/shop');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();
});

test('after following a link, the keyboard goes on from the top of the new page', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();
});

test.describe('The cookie banner', () => {
  test('remembers each answer, also after a reload', async ({ page }) => {
    await page.goto('/');
    const banner = page.getByRole('region', { name: 'Cookie consent' });
    for (const [button, kept] of [
      ['Accept All', 'accepted'],
      ['Decline Non-Essential', 'declined'],
      ['Close without accepting', 'declined'],
    ] as const) {
      await banner.getByRole('button', { name: button, exact: true }).click();
      await expect(banner).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toBe(kept);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(banner).toBeHidden();
      await page.evaluate(() => localStorage.removeItem('cookie-consent'));
      await page.reload();
    }
  });
});

test('a shop without a tag knows nothing of Google, whatever the visitor agrees to', async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
  await page.reload({ waitUntil: 'networkidle' });
  expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
  const document = await request.get('/');
  expect(document.headers()['content-security-policy']).not.toContain('google');
  expect(await document.text()).not.toContain('dataLayer');
});

test('the shop can be installed: its manifest and every icon are there', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(address ?? '');
  const { name, start_url, icons } = await manifest.json();
  expect(name).toContain('Aparajita');
  expect(start_url).toBe('/');
  expect(icons).toHaveLength(3);
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
  }
});
