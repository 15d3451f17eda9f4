import { expect, expectReachable, openHydrated, test } from '#test/e2e/support/shop.ts';

test('header and footer lead everywhere, also by keyboard, and a shop without a tag asks nothing of another host', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const first = await page.goto('/');
  const policy = first?.headers()['content-security-policy'];
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('google');
  expect(await first?.text()).not.toContain('dataLayer');
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();

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
  const footer = page.getByRole('contentinfo');
  for (const name of ['Shop', 'About Us', 'Contact']) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
  }
  for (const network of ['Instagram', 'Facebook', 'YouTube']) {
    await expect(footer.getByRole('link', { name: network })).toBeVisible();
  }
  for (const [label, heading] of [
    ['Shipping Info', 'Shipping Info'],
    ['Returns', 'Returns'],
    ['FAQ', 'Frequently asked questions'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms & Conditions', 'Terms & Conditions'],
    ['Shop', 'Our Tea Collection'],
  ] as const) {
    await footer.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  // After following a link the keyboard goes on from the top of the new page.
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();

  await openHydrated(page, '/shop');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search products...')).toBeFocused();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
  const { origin } = new URL(page.url());
  expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
});

test('on a phone the menu opens, leads on, and closes, and in a low window every entry can be reached', async ({
  page,
}) => {
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

  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const link of [menu.getByRole('link').first(), menu.getByRole('link').last()]) {
    await expectReachable(link);
  }
});
