import { act, demoOwner } from '#test/e2e/support/admin.ts';
import { fill } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('an open tab tells of an order and of what others do to it, and no row moves by itself', async ({
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
  // What is new is found by this list once more, which is read after the first mark.
  const known = page.waitForResponse('**/api/admin/orders?queue=all');
  await page.goto('/admin/orders?queue=to_confirm');
  await known;
  await expect(lines.first()).toBeVisible();
  const [firstRow, before] = [await lines.first().boundingBox(), await numbers()];
  await signedInShopper.call('DELETE', '/cart');
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  const wanted = { shipping_address_id: address, payment_method: 'cod', total_amount: 998 };
  await signedInShopper.call('POST', '/orders', wanted);
  const show = page.getByRole('button', { name: /^\d+ new orders?: show$/ });
  await expect(show).toBeVisible();
  expect(await numbers()).toEqual(before);
  expect(await lines.first().boundingBox()).toEqual(firstRow);
  await expectAccessible(page);
  await tap(show);
  // Other tests place orders meanwhile, so the button may already be shown again.
  await expect.poll(numbers).not.toEqual(before);

  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText('To confirm').first()).toBeVisible();
  await act(owner, id, 'confirm');
  await expect(page.getByText('To pack').first()).toBeVisible();
  await context.close();
});
