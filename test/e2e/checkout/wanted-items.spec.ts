import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { addApp, secondFactorHeading, showCode } from '#test/e2e/support/second-factor.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

// A product that a visitor adds before signing in is remembered and added afterwards.
test.use(PHONE);

const ADDED = 'Item has been added to your cart.';

/** Adds a product while signed out. The shop asks to sign in first. */
async function want(page: Page, product: string, quantity = 1) {
  await page.goto(`/product/${product}`);
  for (let at = 1; at < quantity; at += 1) {
    await page.getByRole('button', { name: 'Increase quantity' }).click();
  }
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Please sign in to add items to cart')).toBeVisible();
  await expect(page).toHaveURL('/auth');
}

/** Product and quantity of each line of the cart, read from the server. */
async function cartOf(page: Page): Promise<[string, number][]> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('shop-auth') ?? '{}').access_token,
  );
  const answer = await page.request.get('/api/cart', {
    headers: { authorization: `Bearer ${token}` },
  });
  const lines: { product_id: string; quantity: number }[] = await answer.json();
  return lines.map(({ product_id, quantity }) => [product_id, quantity]);
}

/** Waits until no more requests are sent, and checks that the cart is still the same. */
async function expectCart(page: Page, expected: [string, number][]) {
  await expect.poll(() => cartOf(page)).toEqual(expected);
  await page.waitForLoadState('networkidle');
  expect(await cartOf(page)).toEqual(expected);
}

test('after signing in the page is home, the item is in the cart, and a link leads there', async ({
  page,
  account,
}) => {
  await test.step('who has gone on when the shop asks to sign in stays there, with a link', async () => {
    const code = await hold(page, /\/assets\/add-to-cart-[^/]*\.js/);
    await openHydrated(page, '/product/1');
    await tap(page.getByRole('button', { name: 'Add to Cart' }));
    await tap(page.getByRole('link', { name: 'Back to Shop' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
    code();
    const toast = page.getByRole('alert').filter({ hasText: 'Sign in required' });
    await toast.getByRole('link', { name: 'Sign In' }).focus(); // a message with the focus stays
    await expect(toast).toContainText('Please sign in to add items to cart');
    await expect(page).toHaveURL('/shop');
    await tap(toast.getByRole('link', { name: 'Sign In' }));
    await expect(page).toHaveURL('/auth');
    await page.unrouteAll();
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
  });
  await page.goto('/auth');
  await expect(page.getByText('One account for your cart and your orders.')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofSignedIn = () => asked.filter((path) => /signed-in-links|add-wanted-items/.test(path));
  await page.goto('/product/3');
  await page.waitForLoadState('networkidle');
  expect(ofSignedIn(), 'what signs in is downloaded with the tap').toEqual([]);
  await want(page, '3', 2);
  await expect.poll(() => ofSignedIn().length).toBeGreaterThanOrEqual(2);
  await expect(page.getByText('Your tea is kept.')).toBeVisible();
  await signIn(page, account);
  await expect(page).toHaveURL('/');
  const link = page.getByRole('link', { name: 'View cart' });
  await expect(page.getByText(ADDED)).toBeVisible();
  await expect(link).toHaveAttribute('href', '/cart');
  await expectTappable(link);
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await link.click();
  await expect(page).toHaveURL('/cart');
  await expectCart(page, [['3', 2]]);
});

test('a wanted item is added once, whatever is reloaded, gone back to or opened beside it', async ({
  page,
  context,
  account,
}) => {
  await want(page, '1');
  await page.goBack();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page).toHaveURL('/auth');
  const beside = await context.newPage();
  await want(beside, '1');
  await page.reload();
  // It moves the form, and a click that has begun would miss the button.
  await expect(page.getByText('Your tea is kept.')).toBeVisible();
  await signIn(page, account);
  await expect(page).toHaveURL('/');
  await expect(beside).toHaveURL('/');
  await expectCart(page, [['1', 1]]);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
  await beside.reload();
  await expectCart(page, [['1', 1]]);
});

test('a wanted item waits for the second factor, and is forgotten by who signs out there', async ({
  page,
  request,
  account,
}) => {
  const app = await addApp(request, account);
  await want(page, '1');
  await signIn(page, account);
  await expect(secondFactorHeading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, account);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/');
  await expectCart(page, []);
});

test('neither a forgotten password nor the way to the cart loses a wanted item', async ({
  page,
  context,
  account,
}) => {
  await want(page, '1');
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const opened = await context.newPage();
  await opened.goto(await emailedLink(page.request, account.email, 'Reset your password'));
  await opened.getByLabel('New Password', { exact: true }).fill('another steep for five');
  await opened.getByLabel('Confirm Password').fill('another steep for five');
  await opened.getByRole('button', { name: 'Update Password' }).click();
  await expect(opened).toHaveURL('/auth');
  await expect(opened.getByText('Password updated')).toBeVisible();
  await page.close();
  await signIn(opened, { ...account, password: 'another steep for five' });
  await expect(opened.getByText(ADDED)).toBeVisible();
  await expectCart(opened, [['1', 1]]);

  // Who was sent to sign in on the way to the cart goes on there.
  await opened.evaluate(() => localStorage.clear());
  await want(opened, '2');
  await opened.goto('/cart');
  await expect(opened).toHaveURL('/auth');
  await signIn(opened, { ...account, password: 'another steep for five' });
  await expect(opened).toHaveURL('/cart');
  await expect(opened.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  await expectCart(opened, [
    ['1', 1],
    ['2', 1],
  ]);
});
