import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { test as plain } from '@playwright/test';
import { forEach } from '#test/e2e/support/each-page.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

const NOTICE = 'Demo: nothing is charged or sent. Mailbox';

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

const PAGES = ['/', '/product/1', '/faq', '/auth', '/cart', '/account/profile', '/no-such'];

test('every page says right below its header that it is a demo, and a cash order and its email that nothing is sent', async ({
  page,
  request,
  signedInShopper,
}) => {
  await forEach(PAGES, async (path) => {
    await page.goto(path);
    const notice = page.getByRole('complementary', { name: 'Demo' });
    await expect(notice).toHaveText(NOTICE);
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await expect(async () => {
        const header = await page.getByRole('banner').boundingBox();
        const { y, height = 0 } = (await notice.boundingBox()) ?? {};
        expect(header?.y).toBe(0);
        expect(y).toBeCloseTo(header?.height ?? 0, 1);
        expect(height).toBeLessThanOrEqual(32);
      }).toPass({ timeout: 15_000 });
    }
  });

  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/\/account\/orders\//);
  const words = 'This is a demo: no real payment is taken, and nothing is sent.';
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible();
  await expect
    .poll(async () =>
      (await emailsTo(request, signedInShopper.email)).map((email) => email.text).join(),
    )
    .toContain(words);
});

plain('the mailbox, the sandbox and the gallery answer this machine only', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '');
  for (const path of [
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/dev/gallery',
    '/sandbox/checkout.js',
  ]) {
    expect(await knock(path, port, {})).toBe(200);
    expect(await knock(path, port, { host: `localhost:${port}` })).toBe(200);
    const elsewhere: Record<string, string>[] = [
      { host: 'shop.example.in' },
      { host: `192.168.0.2:${port}` },
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { 'cf-connecting-ip': '203.0.113.7' },
    ];
    for (const headers of elsewhere) {
      expect(await knock(path, port, headers), JSON.stringify(headers)).toBe(403);
    }
  }
  expect(await knock('/shop', port, { host: 'shop.example.in' })).toBe(200);
});

/** Requests a path with exactly these headers, which browsers and fetch do not allow. Returns the status. */
async function knock(path: string, port: string, headers: Record<string, string>) {
  const asked = httpRequest({ host: 'localhost', port, path, headers }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode;
}
