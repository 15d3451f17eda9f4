import { OPEN, privateScreens } from '#test/e2e/support/screens.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

/** As in a browser that blocks all cookies: every access to web storage throws. */
function denyStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  }
}

/** The router logs the error that it has caught on its way to another page, and throws it again. Neither may fail the test. */
function acceptRouterErrors() {
  window.addEventListener('error', (event) => {
    if (event.error instanceof DOMException) event.preventDefault();
  });
  const report = console.error;
  console.error = (...words: unknown[]) => {
    if (!(words[0] instanceof DOMException)) report(...words);
  };
}

test('where the browser denies storage no page throws or asks about cookies, and a wish, a filter and Add to Cart work', async ({
  page,
  signedInShopper,
}) => {
  test.setTimeout(600_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
  page.on('console', (line) => {
    if (/SecurityError|popovertarget/.test(line.text())) errors.push(line.text());
  });
  const paths = [...Object.keys(OPEN), ...(await privateScreens(signedInShopper))];
  await page.addInitScript(denyStorage);
  for (const path of paths) {
    await page.goto(path);
    await page.mouse.move(5, 5); // hydrates it
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
  }
  await openHydrated(page, '/product/1');
  await page.getByRole('button', { name: /wishlist/i }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/wishlist/i);
  await openHydrated(page, '/shop');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(errors).toEqual([]);

  await page.addInitScript(acceptRouterErrors);
  await openHydrated(page, '/product/1');
  await page.getByRole('button', { name: /^Add to Cart/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Sign in required',
  );
  await expect(page).toHaveURL('/auth');
});
