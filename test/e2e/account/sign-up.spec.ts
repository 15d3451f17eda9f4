import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

const PASSWORD = 'steep for seven minutes!';

test('a guest who wants a product signs up and in, and finds it in the cart', async ({ page }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await keepMessages(page, TOASTS);
  await openHydrated(page, '/product/1');
  await tap(page.getByRole('button', { name: /^Add to Cart/ }));
  const message = page.getByRole('region', { name: 'Notifications' }).locator('.toast');
  await expect(message).toContainText('Sign in required');
  // The message that asks to sign in covers nothing: the tap on Create Account hits it at once.
  await tap(page.getByRole('tab', { name: 'Sign Up' }));
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.scrollIntoViewIfNeeded();
  await expect(message).toBeVisible();
  const box = await create.boundingBox();
  if (!box) throw new Error('no button');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');

  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await tap(create);
  await expect(page.getByText('Account created!')).toBeVisible();
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await expect(signIn).toBeFocused();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Confirm Password')).toBeHidden();
  // The whole form is in view, below the header.
  for (const part of [page.getByRole('tab', { name: 'Login' }), page.getByLabel('Email'), signIn]) {
    // 0.95 and not 1: the box around the tabs cuts a little off their edge.
    await expect(part).toBeInViewport({ ratio: 0.95 });
    await expect(async () => {
      const [box, above] = [await part.boundingBox(), await page.getByRole('banner').boundingBox()];
      expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    }).toPass({ timeout: 15_000 });
  }
  await tap(signIn);
  await expect(page).toHaveURL('/');
  await expect(page.locator('input[type=password]')).toHaveCount(0); // else password managers do not offer to save it
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});
