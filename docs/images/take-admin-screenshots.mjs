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
  // Not until the network is idle: the admin's live feed never ends.
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await page.getByText('Loading...').waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
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
await take(phone, 'products', '/admin/products');
await phone.goto(`${shop}/admin/orders?queue=delivered`);
await phone.locator('[data-order] a').first().click();
await phone.getByRole('button', { name: 'Return received' }).click();
await phone
  .getByRole('button', { name: /^One more\. Damaged: / })
  .first()
  .click();
await take(phone, 'return');
await phone.goto(`${shop}/admin/reports?report=products`);
await phone.getByRole('listitem').filter({ hasText: 'Total' }).scrollIntoViewIfNeeded();
await take(phone, 'report');
// In the demo no email fails.
await phone.route('**/api/admin/today', async (route) => {
  const answer = await route.fetch();
  await route.fulfill({
    response: answer,
    json: { ...(await answer.json()), failed_mails: { count: 2 } },
  });
});
await phone.route('**/api/admin/failed-jobs', async (route) => {
  const reasons = ['the mail server refused the email permanently: EENVELOPE 550', 'ECONNECTION'];
  const jobs = reasons.map((reason, place) => ({
    id: crypto.randomUUID(),
    kind: 'mail',
    queue: place === 0 ? 'order-confirmation' : 'order-mail',
    at: new Date().toISOString(),
    reason,
    order_id: crypto.randomUUID(),
    order_number: `AP-7KQ-M2${place}`,
    recipient: place === 0 ? 'asha.rao@demo.example' : 'dev.patel@demo.example',
    retrying: false,
  }));
  await route.fulfill({ json: jobs });
});
await phone.goto(`${shop}/admin/settings`);
await phone.getByRole('heading', { name: 'Emails not sent' }).waitFor();
await take(phone, 'failed');
await phone.context().close();

const desktop = await openAdmin({ width: 1280, height: 800 });
await desktop.goto(`${shop}/admin/orders?queue=to_pack`);
// Not check(): the selection is in the URL, and the box changes after the navigation.
await desktop.getByLabel(/^Select all/).click();
await take(desktop, 'selected');
await desktop.getByRole('link', { name: 'Print', exact: true }).click();
await desktop.getByRole('article').first().waitFor();
await take(desktop, 'slips');
await browser.close();
