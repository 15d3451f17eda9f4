import { expect, test } from '#test/e2e/support/shop.ts';

// The contrast themes of Windows paint no backgrounds, shadows or rings. Parts can only be told apart by their borders.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test('the chosen tab, a button, a message and a dialog can be told from what is around them', async ({
  page,
}) => {
  await page.goto('/auth?tab=sign-up');
  const chosen = page.getByRole('tab', { name: 'Sign Up' });
  const other = page.getByRole('tab', { name: 'Login' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  const paper = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect(chosen).not.toHaveCSS('border-bottom-color', paper);
  await expect(other).toHaveCSS('border-bottom-color', paper);

  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCSS(
    'border-top-width',
    '1px',
  );
  await page.goto('/product/1');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.locator('.toast')).toHaveCSS('border-top-width', '1px');
  await page.goto('/product/1');
  await page
    .getByRole('button', { name: /View larger/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
});
