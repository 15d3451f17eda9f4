import { forEach } from '#test/e2e/support/each-page.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
];

test('every page says right below its header that it is a demo, and a cash order and its email that nothing is sent', async ({
  page,
  request,
  signedInShopper,
}) => {
  // What an operator reads is for this machine only. loopback-only.test.ts has who is refused.
  for (const path of [
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/dev/gallery',
    '/sandbox/checkout.js',
  ]) {
    expect((await request.get(path)).status(), path).toBe(200);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await request.get(path, { headers })).status(), path).toBe(403);
  }
  await forEach(['/', '/product/1', '/auth', '/account/profile', '/no-such'], async (path) => {
    await page.goto(path);
    const notice = page.getByRole('complementary', { name: 'Demo' });
    await expect(notice).toHaveText('Demo: nothing is charged or sent. Mailbox');
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
