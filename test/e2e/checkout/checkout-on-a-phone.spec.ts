import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  test,
} from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder } from '#test/e2e/support/to-checkout.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const onward = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' });

test('when the order’s page cannot be preloaded, the checkout stays open', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  const scripts = /\/assets\/order-page-[^/]*\.js/;
  await page.route(scripts, (route) => route.abort('internetdisconnected'));
  const failed = page.waitForEvent('requestfailed', (request) => scripts.test(request.url()));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await tap(onward(page));
  await failed;
  await tap(page.getByText('Online Payment (Razorpay)'));
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('radio', { name: /^Online Payment/ })).toBeChecked();
  expect(loads).toBe(0);
});

test('the button of each step is in the first window at each text size, and in a low window covers nothing', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  for (const product_id of ['1', '3', '4', '6']) {
    await signedInShopper.call('POST', '/cart/items', { product_id, quantity: 1 });
  }
  for (const [address, button] of [
    ['/checkout', onward],
    ['/checkout?step=payment', placeOrder],
  ] as const) {
    await page.goto(address);
    await expect(button(page)).toBeVisible();
    for (const letters of [100, 130, 150, 200]) {
      const at = `${address} at ${letters} %`;
      await setRootFont(page, letters);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(button(page), at).toBeInViewport({ ratio: 1 });
      await expectTappable(button(page));
      const total = page.getByText('₹6,693.00').filter({ visible: true }).last();
      await expect(total, at).toBeInViewport();
      await expectNoOverflow(page);
      // It covers at most a third of the window, and no control that has the focus.
      const bar = page.locator('.purchase-bar');
      await expect.poll(async () => (await bar.boundingBox())?.height, at).toBeLessThan(844 / 3);
      for (const radio of await page.getByRole('main').getByRole('radio').all()) {
        // One that has the focus already would not be scrolled to.
        await radio.blur();
        await radio.focus();
        await expect(async () => {
          const [box, below] = [await radio.boundingBox(), await bar.boundingBox()];
          expect((box?.y ?? 0) + (box?.height ?? 0), at).toBeLessThanOrEqual(below?.y ?? 0);
        }).toPass({ timeout: 15_000 });
      }
    }
  }
  await setRootFont(page, 100);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(placeOrder(page)).not.toBeInViewport();
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
});

test('a cash order takes four taps from the cart, in a checkout with only the logo, help and legal links around it', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/cart');
  await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await expect(onward(page)).toBeVisible();
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  await expect(header.getByRole('link')).toHaveCount(2);
  await expect(header.getByRole('button')).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Aparajita' })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/contact');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const legal = footer.getByRole('link');
  await expect(legal).toHaveText(['Shipping', 'Returns', 'Privacy', 'Terms']);
  const rows = () =>
    legal.evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().y)).size);
  await expect.poll(rows, { message: 'one row' }).toBe(1);
  await expect.poll(async () => (await footer.boundingBox())?.height).toBeLessThan(150);
  await expectAccessible(page);

  // Other pages have the full header and footer.
  await tap(header.getByRole('link', { name: 'Help' }));
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Terms & Conditions' })).toBeAttached();
  await page.goBack();
  await expect(header.getByRole('link')).toHaveCount(2);
  await tap(onward(page));
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('a double tap places one order', async ({ page, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  // Waits until the button no longer moves.
  await expectTappable(placeOrder(page));
  const box = await placeOrder(page).boundingBox();
  if (!box) throw new Error('no button');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('the same tea ordered again, after an order whose answer was lost was seen under My Orders, is a second order', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await page.goto('/checkout?step=payment');
  await placeOrder(page).waitFor();
  await loseAnswers(page, '**/api/orders');
  // The cart cannot be read: it would be empty by now, and the page would then look for the order by itself.
  await page.route('**/api/cart', (route) => route.abort());
  await tap(placeOrder(page));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unroute('**/api/orders');
  await page.unroute('**/api/cart');

  const orders = page.getByRole('main').getByRole('link', { name: /Order #AP-/ });
  await page.goto('/account/orders');
  await expect(orders).toHaveCount(1);
  await page.goto('/product/1');
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  const viewCart = page.getByRole('link', { name: 'View cart' });
  await viewCart.focus(); // a message with the focus stays
  await tap(viewCart);
  await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await tap(onward(page));
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(2);
  expect(await signedInShopper.call('GET', '/cart')).toEqual([]);
});
