import type { Page } from '@playwright/test';
import { emailedLink } from '#test/e2e/support/accounts.ts';
import { act, demoOwner } from '#test/e2e/support/admin.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { fill, orderCount, readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Orders whose shop changes on the way: a restart, staff. One shop, one test after the other.
// What each problem with prices and stock says and offers is in the component tests of app/cart, app/checkout and app/orders.
test.describe.configure({ mode: 'default' });
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page) => page.getByRole('heading', { name: /^Order #AP-/ });

test('while the server is away nothing is lost or doubled: the order is sent when it is back', async ({
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
  const couriers = JSON.stringify(await owner.call('GET', '/couriers'));
  const courier = /"id":"([0-9a-f-]{36})"/.exec(couriers)?.[1];
  await act(owner, order, 'hand_over', { courier, tracking_number: 'TRACK77' });
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
  await opened.goto(link);
  const main = opened.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(main.getByText('TRACK77')).toBeVisible();
  await expect(main.getByText('The cash was not ready')).toBeVisible();
  const text = await opened.locator('body').textContent();
  const secrets = ['Asha', 'Marine Drive', '400020', '98765 43210', '₹499', signedInShopper.email];
  for (const secret of secrets) expect(text).not.toContain(secret);
  await expect(opened.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(opened);

  // The parcel comes back: both pages say why the order is cancelled.
  await act(owner, order, 'receive_back', { good: [] });
  for (const tab of [page, opened]) {
    await tab.reload();
    await expect(
      tab.getByText('Your order was returned to us and is now cancelled.'),
    ).toBeVisible();
  }
  await opened.goto('/track/nonsense');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('This link has ended');
  await stranger.close();
});
