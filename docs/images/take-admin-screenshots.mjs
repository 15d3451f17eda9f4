// Takes the pictures of running-the-shop.md from a running demo with its sixty orders:
// node docs/images/take-admin-screenshots.mjs http://localhost:3000
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../tools/setup/chromium.mjs';

const shop = process.argv[2] ?? 'http://localhost:3000';
const browser = await chromium.launch({ executablePath: findChromium() ?? '' });

async function openAdmin(viewport) {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: viewport.width < 500 ? 1.5 : 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript(() => {
    window.print = () => {};
    window.localStorage.setItem('cookie-consent', 'declined');
  });
  const page = await context.newPage();
  await page.goto(`${shop}/dev/admin`);
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  return page;
}

async function take(page, name, path) {
  if (path) await page.goto(shop + path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: fileURLToPath(new URL(`admin-${name}.jpg`, import.meta.url)),
    type: 'jpeg',
    quality: 65,
  });
}

const phone = await openAdmin({ width: 390, height: 844 });
await take(phone, 'today', '/admin');
await take(phone, 'orders', '/admin/orders');
await phone.goto(`${shop}/admin/orders?queue=to_hand_over`);
await phone.locator('[data-order] a').first().click();
await phone.getByLabel('Tracking number').waitFor();
await take(phone, 'order');
await take(phone, 'stock', '/admin/stock');
await phone.context().close();

const desktop = await openAdmin({ width: 1280, height: 800 });
await desktop.goto(`${shop}/admin/orders?queue=to_pack`);
await desktop.getByLabel(/^Select all/).check();
await take(desktop, 'selected');
await desktop.getByRole('link', { name: 'Print', exact: true }).click();
await desktop.getByRole('article').first().waitFor();
await take(desktop, 'slips');
await browser.close();
