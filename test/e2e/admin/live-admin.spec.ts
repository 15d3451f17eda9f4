import { fill } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { act, demoOwner } from '#test/e2e/support/staff.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('open tabs tell of an order and of what others do to it over one connection, and no row moves by itself', async ({
  browser,
  baseURL,
  request,
  signedInShopper,
}) => {
  const owner = await demoOwner(request);
  const { address, order: id } = await fill(signedInShopper);
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await owner.signInto(context);
  const page = await context.newPage();
  const lines = page.getByRole('main').getByText(/^AP-/);
  /** The order numbers without their age, which changes with time. */
  const numbers = async () =>
    (await lines.allTextContents()).map((text) => /^AP-[\w-]+/.exec(text)?.[0]);
  const live = page.waitForResponse('**/api/admin/live');
  await page.goto('/admin/orders');
  await live;
  await expect(lines.first()).toBeVisible();
  const [firstRow, before] = [await lines.first().boundingBox(), await numbers()];

  // The second tab listens through the first one's connection, and goes on with its own when the first is closed.
  const other = await context.newPage();
  let streams = 0;
  context.on('request', (asked) => {
    if (asked.url().endsWith('/api/admin/live')) streams += 1;
  });
  await other.goto(`/admin/orders/${id}`);
  await expect(other.getByText('To confirm').first()).toBeVisible();
  await signedInShopper.call('DELETE', '/cart');
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  const wanted = { shipping_address_id: address, payment_method: 'cod', total_amount: 998 };
  const key = { 'idempotency-key': crypto.randomUUID() };
  await signedInShopper.call('POST', '/orders', wanted, key);
  const show = page.getByRole('button', { name: /^\d+ new orders?: show$/ });
  await expect(show).toBeVisible();
  expect(await numbers()).toEqual(before);
  expect(await lines.first().boundingBox()).toEqual(firstRow);
  await page.bringToFront();
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
