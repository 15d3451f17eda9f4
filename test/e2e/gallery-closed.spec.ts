import { test } from './own-shop.ts';
import { expect } from './shop.ts';

test.use({
  ownSettings: {
    PUBLIC_URL: 'https://shop.example',
    AUTH_SECRET: 'a secret of more than 32 letters',
  },
});

test('outside demo mode there is no gallery', async ({ request, ownShop }) => {
  const page = await request.get(`${ownShop.url}/dev/gallery`);
  expect(page.status()).toBe(404);
  expect(await page.text()).not.toContain('Gallery | Aparajita');
  const rendered = await request.get(`${ownShop.url}/dev/gallery.data`);
  expect(rendered.status()).toBe(404);
});
