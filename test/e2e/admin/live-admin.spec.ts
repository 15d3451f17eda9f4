import type { Page } from '@playwright/test';
import { act, newOwner } from '#test/e2e/support/demo-owner.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, type SignedInShopper, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test('open tabs tell of an order and of what others do to it over one connection, and no row moves by itself', async ({
  browser,
  baseURL,
  request,
  signedInShopper,
}) => {
  // An owner of its own: an account may have only a few live streams, and parallel tests would end each other's.
  const owner = await newOwner(request);
  const { address, order: id } = await fill(signedInShopper);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await owner.signInto(context);
  const page = await context.newPage();
  const lines = page.getByRole('main').getByText(/^AP-/);
  /** The order numbers without their age, which changes with time. */
  const numbers = async () =>
    (await lines.allTextContents()).map((text) => /^AP-[\w-]+/.exec(text)?.[0]);
  await openLive(page, '/admin/orders');
  await expect(lines.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const [firstRow, before] = [await lines.first().boundingBox(), await numbers()];

  // The second tab listens through the first one's connection, and goes on with its own when the first is closed.
  const other = await context.newPage();
  let streams = 0;
  context.on('request', (asked) => {
    if (asked.url().endsWith('/api/admin/live')) streams += 1;
  });
  await other.goto(`/admin/orders/${id}`);
  await expect(other.getByText('To confirm').first()).toBeVisible();
  await order(signedInShopper, address);
  const show = page.getByRole('button', { name: /^\d+ new orders?: show$/ });
  await expect(show).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  const told = page.getByRole('status');
  await expect(
    told.filter({ hasText: /^(New order, ₹[\d,.]+, Mumbai|\d+ new orders)$/ }),
  ).toBeAttached();
  expect(await numbers()).toEqual(before);
  expect(await lines.first().boundingBox()).toEqual(firstRow);
  await page.bringToFront();
  await expectTappable(show);
  await expectAccessible(page);
  await tap(show);
  // Other tests place orders meanwhile, so the button and the title's counter may already be shown again.
  await expect.poll(numbers).not.toEqual(before);

  expect(streams).toBe(0);
  const handedOn = other.waitForRequest('**/api/admin/live');
  await page.close();
  await handedOn;
  await act(owner, id, 'confirm');
  await expect(other.getByText('To pack').first()).toBeVisible();
  await context.close();
});

/** Opens a page of the admin and waits until it gets live updates. */
async function openLive(page: Page, path: string) {
  let streams = false;
  // The screen is read once more after the stream has begun. Waits from here on, because that may happen at once.
  const readAgain = page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    streams ||= pathname === '/api/admin/live';
    return streams && /^\/api\/admin\/(orders|today)/.test(pathname);
  });
  await page.goto(path);
  await readAgain;
}

async function order(shopper: SignedInShopper, address: string) {
  await shopper.call('DELETE', '/cart');
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  const wanted = { shipping_address_id: address, payment_method: 'cod', total_amount: 998 };
  await shopper.call('POST', '/orders', wanted, { 'idempotency-key': crypto.randomUUID() });
}
