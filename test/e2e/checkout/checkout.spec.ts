import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const onward = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' });
const ORDER = /\/account\/orders\/[0-9a-f-]{36}$/;

test('a cash order takes four taps from the cart, the last a double one, in a checkout with only the logo, help and legal links around it', async ({
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
  await expectTappable(placeOrder(page)); // waits until it no longer moves
  const { x = 0, y = 0, width = 0, height = 0 } = (await placeOrder(page).boundingBox()) ?? {};
  for (const _ of ['one tap', 'two taps'])
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL(ORDER);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('the steps are in the URL: Back, reload and titles follow, and so does the focus; an address is selected at once, also without the full router', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Kumar' });
  await page.route('**/assets/full-router-*.js', (route) => route.abort());
  await openHydrated(page, '/checkout');
  await expect(page).toHaveTitle('Checkout: Shipping Address | Aparajita');
  const ravi = page.getByRole('radio', { name: /Ravi Kumar/ });
  const stands = await ravi.evaluate((radio) => {
    if (!(radio instanceof HTMLInputElement)) throw new Error('no radio button');
    radio.click();
    return radio.checked;
  });
  expect(stands, 'however long the page takes to load').toBe(true);
  await expect(page).toHaveURL(/\/checkout\?address=/);
  await page.unrouteAll();
  await page.reload();
  await expect(ravi).toBeChecked();

  await tap(onward(page));
  await expect(page).toHaveURL(/step=payment/);
  await expect(page).toHaveTitle('Checkout: Payment | Aparajita');
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeChecked();
  await page.reload();
  await expect(placeOrder(page)).toBeVisible();
  await page.goBack();
  await expect(onward(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeFocused();
  await page.goForward();
  await expect(placeOrder(page)).toBeVisible();
  // A URL of a later step leads to the step that comes first.
  await page.goto(`/checkout?step=payment&address=${crypto.randomUUID()}`);
  await expect(onward(page)).toBeVisible();
});

test('the payment step has preloaded the order’s page, and stays open where that cannot be', async ({
  page,
  signedInShopper,
}) => {
  const scripts = /\/assets\/order-page-[^/]*\.js/;
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
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
  await page.unroute(scripts);

  await toPayment(page);
  const isLoaded = (file: string) =>
    page.evaluate(
      (start) =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => name.includes(`/assets/${start}`)),
      file,
    );
  await expect.poll(() => isLoaded('order-page-')).toBe(true);
  // The address form of the step before is still loading. Waits for it, so that it is not counted below.
  await expect.poll(() => isLoaded('address-form-')).toBe(true);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tap(placeOrder(page));
  await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});

test('the button of each step is in the first window at each text size, and in a low window covers nothing', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  for (const product_id of ['1', '3', '4', '6'])
    await signedInShopper.call('POST', '/cart/items', { product_id, quantity: 1 });
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
  await expect(page).toHaveURL(ORDER);
});
