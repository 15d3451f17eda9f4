import { expect, test } from '@playwright/test';

test.describe('a mistyped URL', () => {
  for (const path of [
    '/product/%00',
    '/product/%ED%A0%80',
    '/product/x'.padEnd(9_000, 'x'),
    `/product/${'/'.repeat(12_000)}x`,
  ]) {
    test(`${path.slice(0, 20)} is not found`, async ({ request }) => {
      expect((await request.get(path)).status()).toBe(404);
      expect((await request.get(`${path}.data`)).status()).toBe(404);
    });
  }

  for (const path of ['/shop.data/', '/shop%2Edata', '/Shop.DATA', '/product/1.data/', '//shop']) {
    test(`${path} brings no page without a policy`, async ({ request, baseURL }) => {
      const answer = await request.get(`${baseURL}${path}`);
      expect(answer.headers()['content-security-policy']).toContain("default-src 'self'");
    });
  }

  for (const [path, meant] of [
    ['/Product/1', '/product/1'],
    ['/%70roduct/%31/', '/product/1'],
    ['/SHOP?search=travel', '/shop?search=travel'],
  ] as const) {
    test(`${path} is ${meant}`, async ({ request }) => {
      const [asked, same] = [await request.get(path), await request.get(meant)];
      expect(asked.status()).toBe(200);
      expect(asked.headers().etag).toBe(same.headers().etag);
    });
  }

  test('in another spelling hydrates like the page it means', async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto('/Product/%31/');
    await page.getByRole('tab', { name: 'How to Brew' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('5-7 dried flowers');
    expect(complaints).toEqual([]);
  });
});
