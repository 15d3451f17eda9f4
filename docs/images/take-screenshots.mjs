// Takes the two pictures of the README from a running shop: node docs/images/take-screenshots.mjs http://localhost:3000
// A shop outside demo mode shows no notice of demo mode above its pages.
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../tools/setup/chromium.mjs';

const shop = process.argv[2] ?? 'http://localhost:3000';
const pictures = [
  { file: 'phone.jpg', path: '/product/1', width: 390, height: 844, scale: 2, quality: 70 },
  { file: 'desktop.jpg', path: '/', width: 1280, height: 800, scale: 1, quality: 80 },
];

const browser = await chromium.launch({ executablePath: findChromium() ?? '' });
for (const { file, path, width, height, scale, quality } of pictures) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(shop + path);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: fileURLToPath(new URL(file, import.meta.url)),
    type: 'jpeg',
    quality,
  });
  await context.close();
}
await browser.close();
