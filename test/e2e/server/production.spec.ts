import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { ownDataFolder } from '#test/data-folder.ts';
import { isReady } from '#test/e2e/support/isolated-shop.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { reservePort } from '#test/reserve-port.ts';

// One shop with production settings, called from the same machine.
test.describe.configure({ mode: 'default' });

const dataDir = ownDataFolder('production');
let url: string;
let shop: ChildProcess;
let printed = '';
let release: () => void;

test.beforeAll(async () => {
  const reserved = await reservePort();
  release = reserved.release;
  url = `http://localhost:${reserved.port}`;
  shop = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: `${reserved.port}`,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://shop.example.in',
      PREVIEW_HOSTS: '*.preview.example.in',
      AUTH_SECRET: 'a secret of the browser tests, long enough',
      SHOP_LEGAL_NAME: 'Asha Teas Pvt Ltd',
      SHOP_PHONE: '+91 20 1234 5678',
      SHOP_CONTACT_EMAILS: 'tea@example.in',
    },
  });
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
  }
  await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true);
});

test.afterAll(() => {
  shop.kill('SIGKILL');
  release();
  rmSync(dataDir, { recursive: true, force: true });
});

test('visitors of other hosts are sent on to the shop’s own, and nothing of a demo answers anywhere', async () => {
  expect(await send('www.shop.example.in', '/shop?search=blue%20tea')).toEqual({
    status: 308,
    location: 'https://shop.example.in/shop?search=blue%20tea',
  });
  expect(await send('shop.example.in', '/shop')).toEqual({ status: 200 });
  expect(await send('pull-7.preview.example.in', '/shop')).toEqual({
    status: 200,
    robots: 'noindex',
  });
  for (const path of ['mailbox', 'mailbox.json', 'gallery', 'gallery.data']) {
    expect(await send('shop.example.in', `/dev/${path}`), path).toMatchObject({ status: 404 });
  }
  expect(await send('shop.example.in', '/sandbox/checkout.js')).toMatchObject({ status: 404 });
});

test('pages have the shop’s own canonical URL, say who runs it and how to pay, and nothing of a demo', async ({
  page,
}) => {
  const main = page.getByRole('main');
  for (const path of ['/', '/product/1', '/faq']) {
    await page.goto(url + path);
    const own = `https://shop.example.in${path}`;
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', own);
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', own);
    await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveCount(0);
    const words = await main.textContent();
    expect(words).not.toMatch(/\bonline\b|Razorpay|\bUPI\b|netbanking/i);
    expect(words).toMatch(/cash/i);
  }
  await page.goto(`${url}/terms`);
  await expect(main).toContainText('Aparajita is run by Asha Teas Pvt Ltd');
  await expect(main.getByRole('link', { name: 'tea@example.in' })).toBeVisible();
  await expect(main.locator('mark')).toHaveText([
    '[to be filled in by the owner, in Settings: Address]',
    '[to be filled in by the owner, in Settings: Grievance officer]',
  ]);
  await page.goto(url);
  const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'OnlineStore',
    url: 'https://shop.example.in/',
    legalName: 'Asha Teas Pvt Ltd',
    telephone: '+91 20 1234 5678',
  });
  expect(JSON.parse(data)).not.toHaveProperty('address');
});

/** Paths that no router can read, or that hold line breaks: React Router prints about them on its own. */
const ODD_PATHS = ['/a%0Ab', '/%E2%80%A8', '/a%0Ab.data', '/%', '/%c0.data', '/product/%ff', '//'];

test('it prints nothing but JSON, and nothing alarming about pages that do not exist', async () => {
  const before = printed.length;
  for (const path of ODD_PATHS) expect((await fetch(url + path)).status, path).toBeLessThan(500);
  const ended = once(shop, 'close');
  shop.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const levels = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line): number => JSON.parse(line).level);
  expect(levels(printed).length).toBeGreaterThan(ODD_PATHS.length);
  expect(Math.max(...levels(printed.slice(before)))).toBe(30);
});

/** Sends a request with this Host header, which browsers and fetch do not allow. */
async function send(host: string, path: string) {
  const asked = httpRequest(url + path, { headers: { host } }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  const { location, 'x-robots-tag': robots } = answer.headers;
  return { status: answer.statusCode, ...(location && { location }), ...(robots && { robots }) };
}
