import { request as httpRequest } from 'node:http';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect } from '#test/e2e/support/shop.ts';

// A shop with production settings, called from the same machine.
test.use({
  ownSettings: {
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://shop.example.in',
    PREVIEW_HOSTS: '*.preview.example.in',
    AUTH_SECRET: 'a secret of the browser tests, long enough',
    SHOP_LEGAL_NAME: 'Asha Teas Pvt Ltd',
    SHOP_PHONE: '+91 20 1234 5678',
    SHOP_CONTACT_EMAILS: 'tea@example.in',
  },
});

// All tests use one shop.
test.describe.configure({ mode: 'default' });

test('visitors of other hosts are sent on to the shop’s own, and nothing of a demo answers anywhere', async ({
  request,
  ownShop,
}) => {
  for (const host of ['www.shop.example.in', 'example.co.in', '203.0.113.7']) {
    expect(await send(ownShop.url, host, '/shop?search=blue%20tea')).toMatchObject({
      status: 308,
      location: 'https://shop.example.in/shop?search=blue%20tea',
    });
    expect(await send(ownShop.url, host, '/healthz')).toMatchObject({ status: 200 });
  }
  expect(await send(ownShop.url, 'shop.example.in', '/shop')).toMatchObject({
    status: 200,
    robots: undefined,
  });
  for (const host of ['pull-7.preview.example.in', new URL(ownShop.url).host]) {
    expect(await send(ownShop.url, host, '/shop')).toMatchObject({
      status: 200,
      robots: 'noindex',
    });
  }

  for (const path of [
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/dev/gallery',
    '/sandbox/checkout.js',
  ]) {
    expect(await send(ownShop.url, 'shop.example.in', path)).toMatchObject({ status: 404 });
    expect(await send(ownShop.url, 'localhost', path)).toMatchObject({ status: 404 });
  }

  const page = await request.get(`${ownShop.url}/dev/gallery`);
  expect(page.status()).toBe(404);
  expect(await page.text()).not.toContain('Gallery | Aparajita');
  const rendered = await request.get(`${ownShop.url}/dev/gallery.data`);
  expect(rendered.status()).toBe(404);
});

test('pages have the shop’s own canonical URL, say who runs it and how to pay, and nothing of a demo', async ({
  page,
}) => {
  for (const path of ['/', '/product/1', '/faq']) {
    await page.goto(path);
    const own = `https://shop.example.in${path}`;
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', own);
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', own);
  }

  await page.goto('/terms');
  const main = page.getByRole('main');
  await expect(main).toContainText('Aparajita is run by Asha Teas Pvt Ltd');
  await expect(main.getByRole('link', { name: 'tea@example.in' })).toBeVisible();
  await expect(main.locator('mark')).toHaveText([
    '[to be filled in by the owner, in Settings: Address]',
    '[to be filled in by the owner, in Settings: Grievance officer]',
  ]);
  await page.goto('/contact');
  await expect(main.getByRole('link', { name: '+91 20 1234 5678' })).toHaveAttribute(
    'href',
    'tel:+912012345678',
  );
  await expect(main.locator('mark')).toHaveText([
    '[to be filled in by the owner, in Settings: Address]',
  ]);
  await page.goto('/');
  const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'OnlineStore',
    url: 'https://shop.example.in/',
    legalName: 'Asha Teas Pvt Ltd',
    telephone: '+91 20 1234 5678',
  });
  expect(JSON.parse(data)).not.toHaveProperty('address');

  for (const path of ['/shop', '/product/1', '/faq', '/shipping-info', '/']) {
    await page.goto(path);
    const words = await page.getByRole('main').textContent();
    expect(words).not.toMatch(/\bonline\b|Razorpay|\bUPI\b|netbanking/i);
    expect(words).toMatch(/cash/i);
  }

  for (const path of ['/', '/product/1', '/api/reference']) {
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Use a demo shopper' })).toHaveCount(0);
});

/** Sends a request with this Host header, which browsers and fetch do not allow. */
function send(url: string, host: string, path: string) {
  return new Promise<{ status?: number; location?: string; robots?: unknown }>(
    (resolve, reject) => {
      httpRequest(url + path, { headers: { host } }, (answer) => {
        answer.resume();
        const { statusCode, headers } = answer;
        resolve({
          ...(statusCode && { status: statusCode }),
          ...(headers.location && { location: headers.location }),
          robots: headers['x-robots-tag'],
        });
      })
        .on('error', reject)
        .end();
    },
  );
}
