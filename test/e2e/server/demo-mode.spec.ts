import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { ownDataFolder } from '#test/data-folder.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

const NOTICE = 'Demo: nothing is charged or sent. Mailbox';

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
]) {
  test(`every page says that it is a demo, right below its header, at ${viewport.width} px`, async ({
    page,
    signedInShopper: _,
  }) => {
    await page.setViewportSize(viewport);
    for (const path of [
      '/',
      '/product/1',
      '/faq',
      '/auth',
      '/cart',
      '/account/profile',
      '/no-such',
    ]) {
      await page.goto(path);
      const notice = page.getByRole('complementary', { name: 'Demo' });
      await expect(notice).toHaveText(NOTICE);
      await expect(async () => {
        const header = await page.getByRole('banner').boundingBox();
        const { y, height = 0 } = (await notice.boundingBox()) ?? {};
        expect(header?.y).toBe(0);
        expect(y).toBeCloseTo(header?.height ?? 0, 1);
        expect(height).toBeLessThanOrEqual(32);
      }).toPass({ timeout: 15_000 });
    }
    await page.goto('/about');
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}

test('a cash order and its email say that nothing is sent', async ({
  page,
  request,
  signedInShopper,
}) => {
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

test('the mailbox, the sandbox and the gallery answer this machine only', async ({ baseURL }) => {
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

test('a demo that is told to listen to others does not open, and says what a real shop needs', async () => {
  const DATA_DIR = ownDataFolder('refused');
  for (const settings of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { TRUST_PROXY_HOPS: '1' }]) {
    const shop = spawn(process.execPath, ['build/server/main.js'], {
      env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], said] = await Promise.all([once(shop, 'exit'), text(shop.stderr)]);
    expect(code).toBe(1);
    for (const name of [...Object.keys(settings), 'PUBLIC_URL', 'AUTH_SECRET', 'DATABASE_URL']) {
      expect(said).toContain(name);
    }
    expect(said).not.toContain('    at '); // no stack
  }
  rmSync(DATA_DIR, { recursive: true });
});

/** Requests a path with exactly these headers, which browsers and fetch do not allow. Returns the status. */
async function knock(path: string, port: string, headers: Record<string, string>) {
  const asked = httpRequest({ host: 'localhost', port, path, headers }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode;
}
