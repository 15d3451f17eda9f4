import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { openAsOwner, test as withAdmin } from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { readScript, requestedScripts, scriptsWith } from '#test/e2e/support/libraries.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

/** The built scripts that contain texts found only in the admin, and the admin's style sheet. */
function filesOfAdmin(): string[] {
  const scripts = scriptsWith(/\/admin\/orders\/actions|POST \/admin\/|GET \/admin\//);
  expect(scripts.length, 'some built script belongs to the admin').toBeGreaterThan(0);
  const sheets = readdirSync('build/client/assets').filter((name) => /^admin.*\.css$/.test(name));
  expect(sheets).toHaveLength(1);
  return [...scripts, ...sheets.map((name) => `/assets/${name}`)];
}

test('a shopper who opens the admin sees the page that unknown addresses show', async ({
  page,
  signedInShopper: _,
}) => {
  await page.goto('/no-such-page');
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  for (const path of ['/admin', '/admin/orders', '/admin/staff']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  }
});

test('a guest who opens the admin is asked to sign in, and sees nothing of it', async ({
  page,
}) => {
  await page.goto('/admin/orders');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
});

test('no page of the shop downloads anything of the admin', async ({
  page,
  signedInShopper: _,
}) => {
  const files = filesOfAdmin();
  const downloaded: string[] = [];
  page.on('request', (request) => downloaded.push(new URL(request.url()).pathname));
  for (const path of ['/', '/product/1', '/cart']) {
    downloaded.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(downloaded.length, path).toBeGreaterThan(1);
    expect(
      downloaded.filter((file) => files.includes(file)),
      path,
    ).toEqual([]);
  }
});

withAdmin('role and list of the first screen are requested together', async ({ admin }) => {
  const list = admin.waitForRequest('**/api/admin/today');
  await admin.route('**/api/admin/me', async (route) => {
    await list;
    await route.continue();
  });
  await admin.goto('/admin');
  await expect(admin.getByRole('heading', { name: 'Newest' })).toBeVisible();
});

test('the document of the admin names its files, so that they come with the framework', async ({
  request,
}) => {
  const namedBy = async (path: string) =>
    / data-files="([^"]*)"/.exec(await (await request.get(path)).text())?.[1]?.split(' ') ?? [];
  const files = filesOfAdmin();
  const named = (await namedBy('/admin')).filter((file) => files.includes(file));
  expect(named.filter((file) => file.endsWith('.css'))).toHaveLength(1);
  expect(named.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  expect((await namedBy('/')).filter((file) => files.includes(file))).toEqual([]);
});

withAdmin('the header is painted as it stays, on a phone and on a laptop', async ({ admin }) => {
  for (const width of [390, 1280]) {
    await admin.setViewportSize({ width, height: 844 });
    const release = await hold(admin, '**/assets/admin-*');
    const boxes = () =>
      admin
        .locator('header:has(a[href="/admin"]), a[href="/admin"]:has(img) *')
        .evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [element.tagName, x, y, width, height].join(' ');
          }),
        );
    await admin.goto('/admin', { waitUntil: 'commit' });
    await expect(admin.getByText('Loading...')).toBeVisible();
    const painted = await boxes();
    release();
    await expect(admin.getByRole('heading', { name: 'Newest' })).toBeVisible();
    expect(await boxes(), `${width} px`).toEqual(painted);
    expect(painted.length).toBeGreaterThan(1);
    await admin.unrouteAll({ behavior: 'wait' });
  }
});

withAdmin(
  "the admin's first screen runs on at most 180 kB of script",
  async ({ admin, browser, baseURL }) => {
    await admin.close();
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const page = await context.newPage();
    const scripts = requestedScripts(page);
    // The live feed is requested last. Its request never ends, so `networkidle` cannot be waited for.
    const live = page.waitForRequest('**/api/admin/live*');
    await openAsOwner(page);
    await live;
    await expect(page.getByRole('heading', { name: 'Newest' })).toBeVisible();
    const sizes = [...scripts].map((path) => brotliCompressSync(readScript(path)).length);
    const script = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`The admin's first screen: ${script} bytes of script in ${sizes.length} files`);
    expect(sizes.length).toBeGreaterThan(3);
    expect(script).toBeLessThanOrEqual(180_000);
    await context.close();
  },
);
