import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
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

test('a cash order is placed with four taps from the cart', async ({ page, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  await page.goto('/cart');
  await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await tap(onward(page));
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('an order that did not get through keeps the focus on its button', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  await tap(onward(page));
  await expect(placeOrder(page)).toBeVisible();
  await disconnect(page);
  await tap(placeOrder(page));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(placeOrder(page)).toBeFocused();
  await reconnect(page);
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(1);
});

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

for (const letters of [100, 130, 150, 200]) {
  test(`the button of each step is in the first window, at a text size of ${letters} %`, async ({
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
      await setRootFont(page, letters);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(button(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('₹6,693.00').filter({ visible: true }).last()).toBeInViewport();
      await expectNoOverflow(page);
      // It covers at most a third of the window, and no control that has the focus.
      const bar = page.locator('.purchase-bar');
      await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(844 / 3);
      for (const radio of await page.getByRole('main').getByRole('radio').all()) {
        await radio.focus();
        await expect(async () => {
          const [box, below] = [await radio.boundingBox(), await bar.boundingBox()];
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
        }).toPass({ timeout: 15_000 });
      }
    }
    await tap(placeOrder(page));
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  });
}

test('a mistake in the chosen address is corrected where it is chosen, and the order goes there', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  await tap(onward(page));
  await tap(page.getByRole('button', { name: 'Edit shipping address' }));
  const edit = page.getByRole('button', { name: 'Edit address of Asha Rao, Mumbai' });
  await expectTappable(edit);
  await tap(edit);
  const dialog = page.getByRole('dialog', { name: 'Edit Address' });
  await dialog.getByLabel('Address Line 1').fill('21 Marine Drive');
  await tap(dialog.getByRole('button', { name: 'Save Address' }));
  await expect(page.getByText('Your address has been updated successfully.')).toBeVisible();
  const chosen = page.getByRole('radio', { name: /21 Marine Drive/ });
  await expect(chosen).toBeChecked();
  await expect(chosen).toBeFocused();
  await tap(onward(page));
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText('21 Marine Drive');
});

test('in a low window the bar is not sticky and covers nothing', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('/checkout?step=payment');
  await expect(placeOrder(page)).toBeAttached();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(placeOrder(page)).not.toBeInViewport();
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
});

test('the checkout has only the logo, a link to help and its legal links around it', async ({
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
});

test('both steps are distinguishable by sight and by screen reader, with a link back to the cart', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  const steps = page.getByRole('list', { name: 'Checkout steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
  await expect(steps.nth(1)).not.toHaveAttribute('aria-current');
  await tap(onward(page));
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(steps.nth(0)).toHaveText(/done/);
  await tap(page.getByRole('link', { name: 'Edit cart' }));
  await expect(page).toHaveURL('/cart');
});

test('shipping is free where the sum is shown, and the total is the subtotal', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await page.goto('/cart');
  await expect(page.getByText('Calculated at checkout')).toBeVisible();
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('term')).toHaveText(['Subtotal', 'Shipping', 'Total']);
  await expect(summary.getByRole('definition')).toHaveText(['₹499.00', 'Free', '₹499.00']);
});

test('the cart says how far it is to free shipping, and never that a smaller order pays', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/cart');
  const main = page.getByRole('main');
  await expect(main).toContainText('₹1.00 to go');
  await expect(main).toContainText('On smaller orders we may charge for it; today we do not.');
  await expectAccessible(page);
  await tap(page.getByRole('button', { name: 'Increase quantity' }));
  await expect(main).toContainText('Your order ships free');
  await expect(main).not.toContainText('to go');
  for (const reassurance of ['Secure payment', '3-5 business days', 'Returns']) {
    await expect(main.getByText(reassurance)).toBeVisible();
  }
  await expectNoOverflow(page);
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

test('a connection lost while ordering is reported, and the order is placed when it is back', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await placeOrder(page).waitFor();
  await page.waitForLoadState('networkidle');
  await disconnect(page);
  await tap(placeOrder(page));
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'We could not reach the shop.',
  );
  await expect(placeOrder(page)).toBeEnabled();
  await reconnect(page);
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Thank you, Asha' })).toBeVisible();
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

test('two tabs on one phone make one order, and the other ends at the empty cart', async ({
  page,
  context,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await placeOrder(page).waitFor();
  const other = await context.newPage();
  await other.goto('/checkout?step=payment');
  await tap(placeOrder(other));
  await expect(other).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await page.bringToFront();
  await placeOrder(page)
    .tap({ timeout: 2_000 })
    .catch(() => {}); // the page may already have noticed and removed the button
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  expect(await orderCount(signedInShopper)).toBe(1);
});
