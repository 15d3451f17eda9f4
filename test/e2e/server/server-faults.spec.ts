import type { Page } from '@playwright/test';
import { fillInSignUp, newEmail } from '#test/e2e/support/accounts.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { hold } from '#test/e2e/support/network.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { declineCookies, expect, openHydrated } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use({ viewport: { width: 390, height: 844 } });
// All in one shop and one after another, because each test breaks it.
test.describe.configure({ mode: 'default' });
// The cookie banner would cover the controls at the bottom of the window.
test.beforeEach(({ page }) => declineCookies(page));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const PASSWORD = 'steep for five minutes';

test('a server that fails says so, nothing typed is lost, and a later try succeeds: a page, a cart, an order', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  /** Runs this while the shop lacks a right to its database. */
  const without = async (right: string, act: () => Promise<void>) => {
    await ownShop.sql(`revoke ${right} from shop_app`);
    await act();
    await ownShop.sql(`grant ${right} to shop_app`);
  };
  /** Presses meanwhile: the red toast shows the server's message for unexpected errors. */
  const pressWithout = async (name: string, right: string) => {
    await without(right, async () => {
      await tap(button(page, name));
      const toast = page.getByRole('alert').filter({ hasText: 'Error' });
      await expect(toast).toContainText('Something went wrong on our side. Please try again.');
    });
    await tap(page.getByRole('button', { name: 'Dismiss' }));
  };

  await test.step('opening a page', async () => {
    await without('select on products', async () => {
      await openHydrated(page, '/product/5');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    });
    await tap(button(page, 'Try again'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Tea Pack');
  });
  await test.step('the cart', async () => {
    await page.goto('/product/1');
    await tap(page.getByRole('button', { name: 'Increase quantity' }));
    await pressWithout('Add to Cart', 'insert on cart_items');
    await tap(button(page, 'Add to Cart')); // the quantity is still 2
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    await signedInShopper.call('DELETE', '/cart');
  });
  await test.step('an order is placed once, for cash and online', async () => {
    for (const [way, right] of [
      ['Cash on Delivery', 'insert on orders'],
      ['Online Payment (Razorpay)', 'insert on payment_intents'],
    ] as const) {
      await readyToOrder(signedInShopper);
      await toPayment(page);
      await page.getByRole('radio', { name: way }).check();
      await pressWithout('Place Order', right);
      await tap(button(page, 'Place Order'));
      if (way === 'Cash on Delivery') await expect(page.getByText('Order placed!')).toBeVisible();
      else await expect(page.getByRole('dialog', { name: 'Aparajita' })).toBeVisible();
      expect(await orderCount(signedInShopper)).toBe(1);
    }
  });
});

test.describe('on a network whose limits are a tenth', () => {
  test.use({ settings: { AUTH_LIMITS_FACTOR: '0.1' } });

  test('after another machine has used up the network’s rate limits, a shopper signs up', async ({
    page,
  }) => {
    /** Another machine of the same network sends requests until the network's limit is reached. */
    const exhaustLimit = async (path: string) => {
      for (let n = 0; n < 200; n += 1) {
        const data = { email: newEmail(), password: PASSWORD };
        const answer = await page.request.post(`/auth/v1${path}`, { data });
        if (answer.headers()['x-sb-error-code'] === 'captcha_failed') return;
      }
      throw new Error('the limit was never reached');
    };
    /** Holds back the script that solves the challenge, checks that the page says it is checking, and lets it go on. */
    const seeCheck = async (name: string) => {
      const release = await hold(page, '**/assets/solve-challenge-*.js');
      await tap(button(page, name));
      await expect(button(page, 'Checking your browser...')).toBeDisabled();
      release();
    };
    await exhaustLimit('/signup');
    await openHydrated(page, '/auth?tab=sign-up');
    await fillInSignUp(page, newEmail(), PASSWORD);
    await seeCheck('Create Account');
    await expect(page.getByText('Account created!')).toBeVisible();
  });
});
