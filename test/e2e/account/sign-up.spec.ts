import type { Page } from '@playwright/test';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

/** From a new account to its first sign-in, on a phone. */
test.use(PHONE);

const PASSWORD = 'steep for seven minutes!';

const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signUp(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await password(page).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await tap(page.getByRole('button', { name: 'Create Account' }));
  await expect(page.getByText('Account created!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
  return email;
}

type Sent = { names: string[]; tokens: string[]; filled: boolean };

/** Records the submitted forms as password managers see them. */
async function watchForms(page: Page) {
  await page.addInitScript(() => {
    const sent: Sent[] = [];
    Object.assign(window, { sent });
    window.addEventListener('submit', ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      const fields = [...target.querySelectorAll('input')];
      sent.push({
        names: fields.map(({ name }) => name),
        tokens: fields.map(({ autocomplete }) => autocomplete),
        filled: fields.every(({ value }) => value !== ''),
      });
    });
  });
  return () => page.evaluate((): unknown => ('sent' in window ? window.sent : undefined));
}

test('a guest who wants a product signs up and in, and finds it in the cart', async ({ page }) => {
  const sentForms = await watchForms(page);
  await keepMessages(page, TOASTS);
  await openHydrated(page, '/product/1');
  await page.getByRole('button', { name: /^Add to Cart/ }).tap();
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

  const email = await signUp(page);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Confirm Password')).toBeHidden();
  await tap(page.getByRole('button', { name: 'Sign In' }));
  await expect(page).toHaveURL('/');
  // To password managers each form was sent with its address and password, and the page has changed.
  await expect(page.locator('input[type=password]')).toHaveCount(0);
  expect(await sentForms()).toMatchObject([
    { names: ['full_name', 'email', 'password', 'confirm_password'], filled: false },
    {
      names: ['full_name', 'email', 'password', 'confirm_password'],
      tokens: ['name', 'username', 'new-password', 'new-password'],
      filled: true,
    },
    { names: ['email', 'password'], tokens: ['username', 'current-password'], filled: true },
  ]);
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('after signing up the login form is in view with all it holds, and a page that is left forgets the password', async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [390, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/auth?tab=sign-up');
    const email = await signUp(page);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    const header = page.getByRole('banner');
    for (const part of [
      ...(height > 640 ? [page.getByRole('heading', { name: 'Welcome' })] : []),
      page.getByRole('tab', { name: 'Login' }),
      page.getByLabel('Email'),
      password(page),
      page.getByRole('button', { name: 'Sign In' }),
    ]) {
      // 0.95 and not 1: the box around the tabs cuts a little off their edge.
      await expect(part, `at ${width} × ${height}`).toBeInViewport({ ratio: 0.95 });
      await expect(async () => {
        const [box, above] = [await part.boundingBox(), await header.boundingBox()];
        expect(box?.y, `it is below the header at ${width} × ${height}`).toBeGreaterThanOrEqual(
          (above?.y ?? 0) + (above?.height ?? 0),
        );
      }).toPass({ timeout: 15_000 });
    }
    if (width > 390) await page.getByRole('link', { name: 'Forgot password?' }).click();
    else await page.goto('/healthz');
    await page.goBack();
    await expect(page).toHaveURL(/\/auth/);
    await expect(password(page)).toHaveValue('');
  }
});
