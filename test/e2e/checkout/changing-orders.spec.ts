import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { changeBeforeRequest } from '#test/e2e/support/delayed-requests.ts';
import { act, demoOwner, handOver } from '#test/e2e/support/demo-owner.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { expectInOwnBox, PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { ADDRESS, expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

// Orders whose shop changes on the way: prices, stock, a restart, staff, the time. One shop, one test after the other.
// What each problem says and offers is in the component tests of app/cart, app/checkout and app/orders.
test.describe.configure({ mode: 'default' });
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const ORDER = /\/account\/orders\/[0-9a-f-]{36}$/;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page) => page.getByRole('heading', { name: /^Order #AP-/ });

/** The button is in the window and has the focus, so shoppers see or hear what to do. */
async function expectLedTo(page: Page, name: RegExp) {
  await expect(button(page, name)).toBeFocused();
  await expect(button(page, name)).toBeInViewport({ ratio: 1 });
}

test('from the cart to the last button a shopper is led to what has changed, and ends with one order of what is left', async ({
  page,
  context,
  ownShop,
  signedInShopper,
}) => {
  const proceed = page.getByRole('link', { name: 'Proceed to Checkout' });
  await signedInShopper.call('POST', '/cart/items', { product_id: '5', quantity: 4 });
  await signedInShopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await ownShop.sql(`update products set price = 649, mrp = 699 where id = '5'`);
  await page.goto('/cart');
  await expect(proceed).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await tap(proceed);
  await expect(page).toHaveURL('/cart');
  await expectLedTo(page, /^Accept new price/);
  await expectInOwnBox(button(page, /^Accept new price/).locator('xpath=..'));
  await tap(button(page, /^Accept new price/));
  await expect(proceed).not.toHaveAttribute('aria-disabled');
  await tap(proceed);

  await expect(page).toHaveURL('/checkout');
  await expect(button(page, 'Continue to Payment')).toBeEnabled();
  await ownShop.sql(`update products set stock = 3 where id = '5'`);
  await tap(button(page, 'Continue to Payment'));
  await expect(button(page, /^Take 3/)).toBeVisible();
  await tap(button(page, 'Place Order'));
  await expectLedTo(page, /^Take 3/);
  await expectAccessible(page);
  await tap(button(page, /^Take 3/));
  await expect(button(page, /^Take 3/)).toBeHidden();

  // Also without a tap, when the shopper comes back from another tab.
  await ownShop.sql(`update products set stock = 2 where id = '5'`);
  await page.clock.install();
  await page.clock.fastForward(10_000);
  const other = await context.newPage();
  await other.goto('/about');
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await tap(button(page, /^Take 2/));
  await expect(button(page, /^Take 2/)).toBeHidden();

  await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
    ownShop.sql(`update products set active = false where id = '5'`),
  );
  await tap(button(page, 'Place Order'));
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toContainText('Travel Tea Pack');
  await expectLedTo(page, /^Remove it/);
  expect(await orderCount(signedInShopper)).toBe(0);
  await tap(button(page, /^Remove it/));
  await expect(problem).toBeHidden();
  await tap(button(page, 'Place Order'));
  await expect(page).toHaveURL(ORDER);
  await expect(page.getByText('Premium Blue Tea Pack')).toBeVisible();
  await expect(page.getByText('Travel Tea Pack')).toBeHidden();
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('while the server is away nothing is lost or doubled: order and form are sent when it is back', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await ownShop.stop();
  await tap(button(page, 'Place Order'));
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
  await ownShop.start();
  // A shop that has just started may be slow or refuse once more. Shoppers try again, and it is still one order.
  await expect(async () => {
    await button(page, 'Place Order')
      .click({ timeout: 1_000 })
      .catch(() => {});
    await expect(page).toHaveURL(/\/account\/orders\//);
  }).toPass({ timeout: 20_000 });
  await expect(page.getByText('Order placed!')).toBeVisible();
  expect(await orderCount(signedInShopper)).toBe(1);

  // The thanks are above the order, and not on paper.
  const thanks = page.getByRole('region', { name: 'Thank you, Asha' });
  const number = await thanks.getByText(/^#AP-/).boundingBox();
  expect(number?.y, 'its number is in the first window').toBeLessThan(844 - 24);
  const [first, second] = [await thanks.boundingBox(), await heading(page).boundingBox()];
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  await page.emulateMedia({ media: 'print' });
  await expect(thanks).toBeHidden();
  await expect(heading(page)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  // After more than an hour it is there only in the tab that ordered.
  await ownShop.sql(`update orders set created_at = created_at - interval '2 hours'`);
  await page.reload();
  await expect(thanks).toBeVisible();
  const address = page.url();
  await page.goto('/account/orders');
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(thanks).toBeHidden();

  // A form that was filled in meanwhile loses nothing either.
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  // Opens the page once, so that its data is there when the server stops.
  await page.getByRole('link', { name: 'Addresses' }).click();
  await expect(page.getByText('12 Marine Drive')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await ownShop.stop();
  await page.getByLabel('Full Name').fill('Asha Iyer');
  await tap(button(page, 'Save Changes'));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
  await ownShop.start();
  await tap(button(page, 'Save Changes'));
  await expect(page.getByText('Profile updated')).toBeVisible();
});

test('an order paid with test money: confirmed for its shopper, nothing to pack for staff, no money to return', async ({
  page,
  browser,
  baseURL,
  request,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await tap(page.getByText('Online Payment (Razorpay)'));
  await tap(button(page, 'Place Order'));
  const paymentWindow = page.getByRole('dialog', { name: 'Aparajita' });
  await tap(paymentWindow.getByRole('button', { name: /^Pay / }));
  await expect(page).toHaveURL(ORDER);
  const number = (await heading(page).textContent())?.replace('Order #', '') ?? '';
  const main = page.getByRole('main');
  await page.goto('/account/orders');
  await tap(page.getByRole('link', { name: new RegExp(number) }));
  await expect(main.getByRole('listitem').filter({ hasText: /^Confirmed/ })).toBeVisible();
  await expect(main.getByText('Packed, still to come')).toBeVisible();

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await (await demoOwner(request)).signInto(context);
  const staff = await context.newPage();
  const line = staff.getByRole('listitem').filter({ hasText: number });
  for (const screen of ['/admin', '/admin/orders']) {
    await staff.goto(screen);
    await expect(line.getByText('Test payment', { exact: true })).toBeVisible();
  }
  await expect(line.getByText('To pack', { exact: true })).toHaveCount(0);
  await context.close();

  await tap(main.getByRole('button', { name: 'Cancel order' }));
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await tap(dialog.getByRole('button', { name: 'Cancel order' }));
  await expect(main.getByText(/^No real payment was taken: the refund of ₹/)).toBeVisible();
  await expect(main.getByText(/goes back to the account/)).toHaveCount(0);
  await page.reload();
  await expect(main.getByText('You cancelled the order')).toBeVisible();
});

test('an email’s link shows where the order is and what became of it, without signing in and without whose it is', async ({
  page,
  browser,
  baseURL,
  request,
  signedInShopper,
  ownShop,
}) => {
  const owner = await demoOwner(request);
  const { order } = await fill(signedInShopper);
  await handOver(owner, order, 'TRACK77');
  await act(owner, order, 'attempt_failed', { reason: 'no_cash' });
  // Emails about orders are sent after a minute, so that staff can undo a step.
  await ownShop.sql("update jobs.job set start_after = now() where name = 'order-mail'");
  await page.goto(`/account/orders/${order}`);
  const number = (await heading(page).textContent()) ?? '';
  const subject = `We could not deliver ${number.replace('Order', 'order')}`;
  const link = new URL(await emailedLink(request, signedInShopper.email, subject)).pathname;
  expect(link).toContain('/track/');

  const stranger = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await declineCookies(stranger);
  const opened = await stranger.newPage();
  const referrers: (string | undefined)[] = [];
  opened.on('request', (sent) => {
    if (!sent.isNavigationRequest()) referrers.push(sent.headers().referer);
  });
  await opened.goto(link);
  const main = opened.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(main.getByText('TRACK77')).toBeVisible();
  await expect(main.getByText('The cash was not ready')).toBeVisible();
  const text = await opened.locator('body').textContent();
  const secrets = ['Asha', 'Marine Drive', '400020', '98765 43210', '₹499', signedInShopper.email];
  for (const secret of secrets) expect(text).not.toContain(secret);
  await expect(opened.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(referrers.filter((referrer) => referrer?.includes('/track/'))).toEqual([]);
  await expectAccessible(opened);
  await opened.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(opened);

  // The parcel comes back: both pages say why the order is cancelled.
  await act(owner, order, 'receive_back', { good: [] });
  for (const tab of [page, opened]) {
    await tab.reload();
    const shown = tab.getByRole('main');
    await expect(shown.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(
      shown.getByText('Your order was returned to us and is now cancelled.'),
    ).toBeVisible();
    await expect(shown.getByText('Returned to us', { exact: true })).toBeVisible();
  }

  // The document is the same for every token and does not contain it.
  const [one, other] = await Promise.all(
    [link, '/track/nonsense'].map(async (path) => (await request.get(path)).text()),
  );
  expect(one).toBe(other);
  await opened.goto('/track/nonsense');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('This link has ended');
  await expectAccessible(opened);
  await stranger.close();
});
