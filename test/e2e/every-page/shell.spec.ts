import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

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

  // The shop can be installed: its manifest and every icon are there.
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { name, start_url, icons } = await (await page.request.get(manifest ?? '')).json();
  expect(name).toContain('Aparajita');
  expect(start_url).toBe('/');
  expect(icons).toHaveLength(3);
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
  }

  const { origin } = new URL(page.url());
  expect(requested.filter((url) => !url.startsWith(origin))).toEqual([]);
});
