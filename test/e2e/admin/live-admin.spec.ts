import type { Page } from '@playwright/test';
import { act, type DemoOwner, newOwner } from '#test/e2e/support/demo-owner.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, type SignedInShopper, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

// Each test has its own owner: an account may have only a few live streams, and parallel tests would end each other's.
let owner: DemoOwner;
test.beforeEach(async ({ request }) => {
  owner = await newOwner(request);
});

test('an open list tells of an order from another browser, and no row moves by itself', async ({
  browser,
  baseURL,
  signedInShopper,
}) => {
  const { address } = await fill(signedInShopper);
  for (const size of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
    const context = await browser.newContext({ ...size, ...(baseURL && { baseURL }) });
    await owner.signInto(context);
    const page = await context.newPage();
    await openLive(page, '/admin/orders');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(page.getByRole('main').getByText(/^AP-/).first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const firstRow = await page.getByRole('main').getByText(/^AP-/).first().boundingBox();
    const numbers = () =>
      page
        .getByRole('main')
        .getByText(/^AP-[\w-]+/)
        .allTextContents();
    const before = await numbers();

    await order(signedInShopper, address);
    const show = page.getByRole('button', { name: /^\d+ new orders?: show$/ });
    await expect(show).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+\) /);
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /^(New order, ₹[\d,.]+, Mumbai|\d+ new orders)$/ }),
    ).toBeAttached();
    expect((await numbers()).map(bare)).toEqual(before.map(bare));
    expect(await page.getByRole('main').getByText(/^AP-/).first().boundingBox()).toEqual(firstRow);
    await expectTappable(show);
    await expectAccessible(page);

    await tap(show);
    // Other tests place orders meanwhile, so the button and the title's counter may already be shown again.
    await expect.poll(async () => (await numbers()).map(bare)).not.toEqual(before.map(bare));
    expect(await rows.count()).toBeGreaterThan(0);
    await context.close();
  }
});

test('an open order shows what another member of the staff does to it', async ({
  browser,
  baseURL,
  signedInShopper,
}) => {
  const { order: id } = await fill(signedInShopper);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await owner.signInto(context);
  const page = await context.newPage();
  await openLive(page, `/admin/orders/${id}`);
  await expect(page.getByText('To confirm').first()).toBeVisible();
  await act(owner, id, 'confirm');
  await expect(page.getByText('To pack').first()).toBeVisible();
  await context.close();
});

test('several tabs have one connection, which another tab goes on with', async ({
  browser,
  baseURL,
  signedInShopper,
}) => {
  const { address } = await fill(signedInShopper);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await owner.signInto(context);
  const first = await context.newPage();
  await openLive(first, '/admin/orders');
  const second = await context.newPage();
  let streams = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/admin/live')) streams += 1;
  });
  await second.goto('/admin/orders');
  await expect(second.getByText(/^Select all/)).toBeVisible();
  await order(signedInShopper, address);
  await expect(second.getByRole('button', { name: /new orders?: show$/ })).toBeVisible();
  expect(streams).toBe(0);
  const handedOn = second.waitForRequest('**/api/admin/live');
  await first.close();
  await handedOn;
  await context.close();
});

test('the sound is off until somebody switches it on, and stays as chosen', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await owner.signInto(context);
  const page = await context.newPage();
  await page.goto('/admin');
  const choice = page.getByRole('checkbox', { name: 'Sound for orders' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.reload();
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await page.reload();
  await expect(choice).not.toBeChecked();
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

/** The order number without the age, which changes with time. */
const bare = (text: string) => /^AP-[\w-]+/.exec(text)?.[0];
