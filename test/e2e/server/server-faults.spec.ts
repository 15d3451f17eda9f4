import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { type OwnShop, test as ownTest } from '#test/e2e/support/isolated-shop.ts';
import { keepMessages, TOASTS } from '#test/e2e/support/keep-messages.ts';
import { expect, openHydrated } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

/** Revokes a database right of the shop or of its accounts, until the returned function is called or the test ends. */
type Withhold = (
  right: string,
  from?: 'shop_app' | 'shop_auth',
) => Promise<() => ReturnType<OwnShop['sql']>>;

const test = ownTest.extend<{ withhold: Withhold }>({
  withhold: async ({ ownShop }, use) => {
    const backs: (() => ReturnType<OwnShop['sql']>)[] = [];
    await use(async (right, from = 'shop_app') => {
      await ownShop.sql(`revoke ${right} from ${from}`);
      const giveBack = () => ownShop.sql(`grant ${right} to ${from}`);
      backs.push(giveBack);
      return giveBack;
    });
    for (const giveBack of backs) await giveBack();
  },
});

test.use({ viewport: { width: 390, height: 844 } });
// All in one shop and one after another, because each test breaks it.
test.describe.configure({ mode: 'default' });
// The cookie banner would cover the controls at the bottom of the window.
test.beforeEach(({ page }) => declineCookies(page));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const PASSWORD = 'steep for five minutes';

async function typeMessage(page: Page): Promise<void> {
  const form = page.getByRole('main').locator('form');
  for (const name of ['Name', 'Subject', 'Message'])
    await form.getByRole('textbox', { name }).fill('A gift');
  await form.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
}

async function typeAccount(page: Page, email: string): Promise<void> {
  await openHydrated(page, '/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
}

test('a server that fails says so, nothing typed is lost, and a later try succeeds: a page, a message, accounts, a cart, an order', async ({
  page,
  ownShop,
  withhold,
  signedInShopper,
}) => {
  await keepMessages(page, TOASTS);
  /** Presses while a right is missing: the red toast shows the server's message for unexpected errors. */
  const pressWithout = async (name: string, right: string, from?: 'shop_app' | 'shop_auth') => {
    const giveBack = await withhold(right, from);
    await tap(button(page, name));
    const toast = page.getByRole('alert').filter({ hasText: 'Error' });
    await expect(toast).toContainText('Something went wrong on our side. Please try again.');
    await giveBack();
    await tap(page.getByRole('button', { name: 'Dismiss' }));
  };

  await test.step('opening a page, also where a script for opening the next one did not arrive', async () => {
    // A page that an earlier test opened is cached and would not fail.
    await ownShop.stop();
    await ownShop.start();
    const giveBack = await withhold('select on products');
    await page.route('**/assets/full-router-*.js', (route) => route.abort(), { times: 1 });
    const aborted = page.waitForEvent('requestfailed');
    await openHydrated(page, '/product/5');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await page.mouse.move(10, 10);
    await page.mouse.move(60, 60);
    await aborted;
    await giveBack();
    await tap(button(page, 'Try again'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Tea Pack');
  });
  await test.step('writing to the shop', async () => {
    await page.goto('/contact');
    await typeMessage(page);
    await pressWithout(
      'Send Message',
      'execute on function count_requests(text[], integer[], integer[], boolean[], text, bigint)',
    );
    await tap(button(page, 'Send Message'));
    await expect(page.getByText('Message Sent!')).toBeVisible();
  });
  await test.step('the cart', async () => {
    await page.goto('/product/1');
    await tap(page.getByRole('button', { name: 'Increase quantity' }));
    await pressWithout('Add to Cart', 'insert on cart_items');
    await tap(button(page, 'Add to Cart')); // the quantity is still 2
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    await signedInShopper.call('DELETE', '/cart');
  });
  await test.step('the profile', async () => {
    await page.goto('/account/profile');
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await pressWithout('Save Changes', 'update on profiles');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
    await tap(button(page, 'Save Changes'));
    await expect(page.getByText('Profile updated')).toBeVisible();
  });
  await test.step('an order is placed once, for cash and online', async () => {
    for (const [way, right] of [
      ['Cash on Delivery', 'insert on orders'],
      ['Online Payment (Razorpay)', 'insert on payment_intents'],
    ] as const) {
      await readyToOrder(signedInShopper);
      await toPayment(page);
      await page.getByRole('radio', { name: way }).check();
      for (const missing of ['execute on function generate_order_number()', right])
        await pressWithout('Place Order', missing);
      await tap(button(page, 'Place Order'));
      if (way === 'Cash on Delivery') await expect(page.getByText('Order placed!')).toBeVisible();
      else await expect(page.getByRole('dialog', { name: 'Aparajita' })).toBeVisible();
      expect(await orderCount(signedInShopper)).toBe(1);
    }
  });
  await test.step('signing out, up and in', async () => {
    await page.goto('/');
    const signingOut = await withhold('delete on auth.sessions', 'shop_auth');
    await tap(page.getByRole('button', { name: 'Account menu' }));
    await tap(page.getByRole('menuitem', { name: 'Logout' }));
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible(); // this browser is signed out all the same
    await signingOut();
    await typeAccount(page, `${crypto.randomUUID()}@example.com`);
    await pressWithout('Create Account', 'insert on auth.users', 'shop_auth');
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await page.goto('/auth?tab=login');
    await page.getByLabel('Email').fill(signedInShopper.email);
    await page.getByLabel('Password', { exact: true }).fill(signedInShopper.password);
    await pressWithout('Sign In', 'insert on auth.sessions', 'shop_auth');
    await tap(button(page, 'Sign In'));
    await expect(page).toHaveURL('/');
  });
});

test.describe('on a network whose limits are a tenth', () => {
  test.use({ settings: { AUTH_LIMITS_FACTOR: '0.1' } });

  const stranger = (n: number) => `stranger-${n}-${crypto.randomUUID()}@example.com`;

  /** Another machine of the same network sends requests until the network's limit is reached. */
  async function exhaustLimit(page: Page, path: string) {
    for (let n = 0; n < 200; n += 1) {
      const data = { email: stranger(n), password: PASSWORD };
      const answer = await page.request.post(`/auth/v1${path}`, { data });
      if (answer.headers()['x-sb-error-code'] === 'captcha_failed') return;
    }
    throw new Error('the limit was never reached');
  }

  /** Holds back the script that solves the challenge, checks that the page says it is checking, and lets it go on. */
  async function seeCheck(page: Page, name: string) {
    const release = await hold(page, '**/assets/solve-challenge-*.js');
    await tap(button(page, name));
    const checking = button(page, 'Checking your browser...');
    await expect(checking).toBeDisabled();
    await expect(checking).toBeInViewport({ ratio: 1 });
    release();
  }

  test('after another machine has used up the network’s rate limits, a shopper signs up, signs in and writes to the shop, or is told what to do', async ({
    page,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await exhaustLimit(page, '/signup');
    await exhaustLimit(page, '/token?grant_type=password');
    await typeAccount(page, email);
    await seeCheck(page, 'Create Account');
    await expect(page.getByText('Account created!')).toBeVisible();
    // A browser where nobody has signed in before must solve a challenge.
    await page.context().clearCookies();
    const login = async () => {
      await openHydrated(page, '/auth?tab=login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    };
    await login();
    await seeCheck(page, 'Sign In');
    await expect(page).toHaveURL('/');

    // Next time this browser need not solve one: it has a device cookie.
    const { cookies } = await page.context().storageState();
    expect(cookies.find(({ name }) => name.startsWith('device-'))).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/auth/v1',
    });
    await page.evaluate(() => localStorage.clear());
    await login();
    await page.route('**/assets/solve-challenge-*.js', (route) => route.abort());
    await tap(button(page, 'Sign In'));
    await expect(page).toHaveURL('/');

    // A browser that cannot do the work says what to do, and keeps what was typed.
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await exhaustLimit(page, '/token?grant_type=password');
    await login();
    await tap(button(page, 'Sign In'));
    await expect(page.getByRole('alert')).toContainText('Please wait a moment');
    await expect(page.getByLabel('Email')).toHaveValue(email);

    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      const data = { name: 'X', subject: 'X', message: 'X', website: '', email: stranger(n) };
      statuses.push((await page.request.post('/api/contact-messages', { data })).status());
    }
    expect(statuses.at(-1)).toBe(429);
    await page.unrouteAll({ behavior: 'wait' });
    await openHydrated(page, '/contact');
    await typeMessage(page);
    await seeCheck(page, 'Send Message');
    await expect(page.getByText('Message Sent!')).toBeVisible();
  });
});
