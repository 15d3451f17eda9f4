import type { Page } from '@playwright/test';
import { fillInSignUp, newEmail } from '#test/e2e/support/accounts.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { hold } from '#test/e2e/support/network.ts';
import { declineCookies, expect, openHydrated } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use({ viewport: { width: 390, height: 844 } });
// All in one shop and one after another, because each test breaks it.
test.describe.configure({ mode: 'default' });
// The cookie banner would cover the controls at the bottom of the window.
test.beforeEach(({ page }) => declineCookies(page));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const PASSWORD = 'steep for five minutes';

test('a server that fails says so, nothing typed is lost, and a later try succeeds', async ({
  page,
  ownShop,
  signedInShopper: _,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await ownShop.sql('revoke select on products from shop_app');
  await openHydrated(page, '/product/5');
  await expect(heading).toHaveText('Something went wrong');
  await ownShop.sql('grant select on products to shop_app');
  await tap(button(page, 'Try again'));
  await expect(heading).toHaveText('Travel Tea Pack');

  await tap(page.getByRole('button', { name: 'Increase quantity' }));
  await ownShop.sql('revoke insert on cart_items from shop_app');
  await tap(button(page, 'Add to Cart'));
  const toast = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(toast).toContainText('Something went wrong on our side. Please try again.');
  await ownShop.sql('grant insert on cart_items to shop_app');
  await tap(page.getByRole('button', { name: 'Dismiss' }));
  const quantity = page.getByRole('group', { name: /^Quantity of/ });
  await expect(quantity.getByRole('status')).toHaveText('2');
  await tap(button(page, 'Add to Cart'));
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
});

test.describe('on a network whose limits are a tenth', () => {
  test.use({ settings: { AUTH_LIMITS_FACTOR: '0.1' } });

  test('after another machine has used up the network’s rate limits, a shopper signs up', async ({
    page,
  }) => {
    const answerOf = async () => {
      const data = { email: newEmail(), password: PASSWORD };
      const answer = await page.request.post('/auth/v1/signup', { data });
      return answer.headers()['x-sb-error-code'];
    };
    await expect.poll(answerOf, { intervals: [0], timeout: 200_000 }).toBe('captcha_failed');
    await openHydrated(page, '/auth?tab=sign-up');
    await fillInSignUp(page, newEmail(), PASSWORD);
    // The script that solves the challenge is held back, so that what the page says meanwhile can be seen.
    const release = await hold(page, '**/assets/solve-challenge-*.js');
    await tap(button(page, 'Create Account'));
    await expect(button(page, 'Checking your browser...')).toBeDisabled();
    release();
    await expect(page.getByText('Account created!')).toBeVisible();
  });
});
