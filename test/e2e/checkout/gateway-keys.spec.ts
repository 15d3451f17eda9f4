import type { Page, Request } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { ADDRESS, expect, type SignedInShopper } from '#test/e2e/support/shop.ts';

// A shop with keys for the real gateway. No request ever reaches that.
test.use({
  ownSettings: {
    RAZORPAY_KEY_ID: 'rzp_test_AbCdEf123456',
    RAZORPAY_KEY_SECRET: 'a secret of sixteen letters',
    RAZORPAY_WEBHOOK_SECRET: 'another secret of sixteen',
  },
});

// All tests use one shop.
test.describe.configure({ mode: 'default' });

/** The sources that Razorpay's documents name, by directive; see packages/razorpay/src/checkout.ts. */
const NAMED = {
  'script-src': ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  'frame-src': ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  'connect-src': [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  'img-src': ['https://cdn.razorpay.com'],
  'form-action': ['https://api.razorpay.com'],
};

test('the checkout’s policy allows the gateway’s sources, and no other page’s does', async ({
  request,
}) => {
  const policyOf = async (path: string) => {
    const headers = (await request.get(path)).headers();
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.filter((source) => source.startsWith('http'))] as const;
      }),
    );
    return { policy, opener: headers['cross-origin-opener-policy'] };
  };
  const checkout = await policyOf('/checkout');
  const withSources = [...checkout.policy].filter(([, sources]) => sources.length > 0);
  expect(Object.fromEntries(withSources)).toEqual(NAMED);
  expect(checkout.opener).toBe('same-origin-allow-popups');
  for (const path of [
    '/',
    '/shop',
    '/product/1',
    '/cart',
    '/account/orders',
    '/auth',
    '/nothing',
  ]) {
    const { policy, opener } = await policyOf(path);
    expect([...policy.values()].flat(), path).toEqual([]);
    expect(opener, path).toBe('same-origin');
  }
});

test('a link to the checkout loads its own document, whose policy allows the payment window', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await ownShop.sql(`update products set stock = 7 where id = '3'`);
  await pretendRazorpay(page);
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.waitForFunction(() => {
    const [loaded] = performance.getEntriesByType('navigation');
    return loaded?.name.endsWith('/checkout');
  });
  await expect(page.getByRole('note')).toHaveText(/being tested: no real payment is taken/);

  // The browser checks the policy: a forbidden source would log an error in its console, which fails the test.
  const loaded = await page.evaluate(loadEverythingNamed, NAMED);
  expect(loaded).toEqual(Object.values(NAMED).flat().length - NAMED['form-action'].length);

  // The gateway itself does not answer: that is told, and nothing is charged or ordered.
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('alert')).toContainText('The payment service is not responding');
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByRole('region', { name: /^Your items are reserved/ })).toBeHidden();
  expect(await signedInShopper.call('GET', '/orders')).toMatchObject({ orders: [] });
  const { rows } = await ownShop.sql(`select stock from products where id = '3'`);
  expect(rows).toEqual([{ stock: 7 }]);
});

test('the checkout is loaded once, however its address is spelt', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await pretendRazorpay(page);
  for (const address of ['/checkout', '/checkout/', '/Checkout', '/%63heckout']) {
    let documents = 0;
    const count = (asked: Request) => {
      if (asked.isNavigationRequest()) documents += 1;
    };
    page.on('request', count);
    await page.goto(address);
    await expect(page.getByRole('note')).toHaveText(/being tested: no real payment is taken/);
    await page.waitForLoadState('networkidle');
    expect(documents, address).toBe(1);
    page.off('request', count);
  }
});

async function readyToOrder(shopper: SignedInShopper) {
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/cart/items', { product_id: '3', quantity: 1 });
}

/** Answers all requests to the gateway, so that none leaves this machine. */
async function pretendRazorpay(page: Page) {
  await page.route(/^https:\/\/[a-z-]+\.razorpay\.com\//, (route) => {
    const type = route.request().resourceType();
    const contentType =
      type === 'script' ? 'text/javascript' : type === 'image' ? 'image/svg+xml' : 'text/html';
    const body = type === 'image' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '';
    return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  });
}

/** Runs in the page. Loads something from every source, as its directive allows, and counts what was loaded. */
async function loadEverythingNamed(named: Record<string, string[]>): Promise<number> {
  const put = (tag: 'script' | 'iframe' | 'img', src: string) =>
    new Promise<number>((resolve) => {
      const element = Object.assign(document.createElement(tag), { src });
      element.onload = () => resolve(1);
      element.onerror = () => resolve(0);
      document.body.append(element);
    });
  const came = await Promise.all([
    ...(named['script-src'] ?? []).map((source) => put('script', `${source}/v1/checkout.js`)),
    ...(named['frame-src'] ?? []).map((source) => put('iframe', `${source}/v1/checkout/public`)),
    ...(named['img-src'] ?? []).map((source) => put('img', `${source}/logo.svg`)),
    ...(named['connect-src'] ?? []).map((source) =>
      fetch(`${source}/v1/track`).then(
        () => 1,
        () => 0,
      ),
    ),
  ]);
  return came.reduce((sum, one) => sum + one, 0);
}
