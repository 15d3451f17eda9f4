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

test('a link to the checkout loads its own document, once, whose policy alone allows the payment window', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await ownShop.sql(`update products set stock = 7 where id = '3'`);
  await pretendRazorpay(page);
  for (const path of ['/', '/product/1', '/cart', '/account/orders', '/auth', '/nothing']) {
    const headers = (await page.request.get(path)).headers();
    expect(headers['content-security-policy'], path).toMatch(/^(?!.*https:).*default-src 'self'/);
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
  }
  const headers = (await page.request.get('/checkout')).headers();
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  const sources = (headers['content-security-policy'] ?? '').split('; ').flatMap((directive) => {
    const [name = '', ...all] = directive.split(' ');
    const foreign = all.filter((source) => source.startsWith('http'));
    return foreign.length > 0 ? [[name, foreign] as const] : [];
  });
  expect(Object.fromEntries(sources)).toEqual(NAMED);
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

  await page.goto('/cart');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.waitForFunction(() => {
    const [loaded] = performance.getEntriesByType('navigation');
    return loaded?.name.endsWith('/checkout');
  });
  await expect(page.getByRole('note')).toHaveText(/being tested: no real payment is taken/);

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

async function readyToOrder(shopper: SignedInShopper) {
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/cart/items', { product_id: '3', quantity: 1 });
}

/** Answers all requests to the gateway, so that none leaves this machine. */
async function pretendRazorpay(page: Page) {
  await page.route(/^https:\/\/[a-z-]+\.razorpay\.com\//, (route) =>
    route.fulfill({ body: '', contentType: 'text/javascript' }),
  );
}
