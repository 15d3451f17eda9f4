import { forEach } from '#test/e2e/support/each-page.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

const PAGES = ['/', '/shop', '/product/1', '/auth', '/cart', '/account', '/checkout', '/admin'];

test('without JavaScript every page says that ordering needs it, and does not go on loading', async ({
  page,
}) => {
  await forEach(PAGES, async (path) => {
    await page.goto(path);
    // Found by its element, because getByText() does not search in `noscript`.
    const words = page.locator('noscript p');
    await expect(words).toBeInViewport();
    expect(await words.textContent()).toBe('To order, switch on JavaScript in this browser.');
    await expect(page.getByText('Loading...')).toBeHidden();
  });
});
