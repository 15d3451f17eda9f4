import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { openAsOwner } from '#test/e2e/support/admin.ts';
import { readScript, scriptsWith } from '#test/e2e/support/downloads.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

test('a shopper who opens the admin sees the page that unknown addresses show', async ({
  page,
  browser,
  signedInShopper: _,
}) => {
  await page.goto('/no-such-page');
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto('/admin/orders');
  await expect(guest).toHaveURL(/\/auth/);
  await guest.context().close();
});

test('no page of the shop downloads anything of the admin, whose first screen runs on at most 180 kB of script', async ({
  page,
}) => {
  // The built scripts that contain texts found only in the admin, and the admin's style sheet.
  const scripts = scriptsWith(/\/admin\/orders\/actions|POST \/admin\/|GET \/admin\//);
  const sheets = readdirSync('build/client/assets').filter((name) => /^admin.*\.css$/.test(name));
  expect(sheets).toHaveLength(1);
  const files = [...scripts, `/assets/${sheets[0]}`];
  const downloaded = new Set<string>();
  page.on('request', (asked) => downloaded.add(new URL(asked.url()).pathname));
  for (const path of ['/', '/product/1', '/auth'])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect(downloaded.size).toBeGreaterThan(3);
  expect(files.filter((file) => downloaded.has(file))).toEqual([]);

  downloaded.clear();
  // Asked for last, and again and again, so `networkidle` cannot be waited for.
  const changes = page.waitForRequest('**/api/admin/changes*');
  await openAsOwner(page);
  await changes;
  await expect(page.getByRole('heading', { name: 'Newest' })).toBeVisible();
  const sizes = [...downloaded]
    .filter((path) => path.endsWith('.js'))
    .map((path) => brotliCompressSync(readScript(path)).length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(180_000);
});
