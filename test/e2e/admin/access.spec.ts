import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Route } from '@playwright/test';
import { AppError } from '#contract/errors.ts';
import { openAsOwner } from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { newOwner } from '#test/e2e/support/demo-owner.ts';
import { readScript, requestedScripts, scriptsWith } from '#test/e2e/support/libraries.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('a shopper who opens the admin sees the page that unknown addresses show', async ({
  page,
  browser,
  signedInShopper: _,
}) => {
  await page.goto('/no-such-page');
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  for (const path of ['/admin', '/admin/orders']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  }
  const guest = await (await browser.newContext()).newPage();
  await guest.goto('/admin/orders');
  await expect(guest).toHaveURL(/\/auth/);
  await expect(guest.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  await guest.context().close();
});

test('no page of the shop downloads anything of the admin, whose first screen runs on at most 180 kB of script and does not move its header', async ({
  page,
  request,
}) => {
  // The built scripts that contain texts found only in the admin, and the admin's style sheet.
  const scripts = scriptsWith(/\/admin\/orders\/actions|POST \/admin\/|GET \/admin\//);
  const sheets = readdirSync('build/client/assets').filter((name) => /^admin.*\.css$/.test(name));
  expect(sheets).toHaveLength(1);
  const files = [...scripts, `/assets/${sheets[0]}`];
  const ofAdmin = (all: string[]) => all.filter((file) => files.includes(file));
  // The document names its files, so that they come with the framework.
  const namedBy = async (path: string) =>
    / data-files="([^"]*)"/.exec(await (await request.get(path)).text())?.[1]?.split(' ') ?? [];
  const named = ofAdmin(await namedBy('/admin'));
  expect(named.filter((file) => file.endsWith('.css'))).toHaveLength(1);
  expect(named.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  const downloaded: string[] = [];
  page.on('request', (asked) => downloaded.push(new URL(asked.url()).pathname));
  for (const path of ['/', '/product/1', '/auth']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(ofAdmin(await namedBy(path)), path).toEqual([]);
  }
  expect(downloaded.length).toBeGreaterThan(3);
  expect(ofAdmin(downloaded)).toEqual([]);

  const requested = requestedScripts(page);
  // The live feed is requested last. Its request never ends, so `networkidle` cannot be waited for.
  const live = page.waitForRequest('**/api/admin/live*');
  await openAsOwner(page);
  await live;
  await expect(page.getByRole('heading', { name: 'Newest' })).toBeVisible();
  const sizes = [...requested].map((path) => brotliCompressSync(readScript(path)).length);
  const script = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`The admin's first screen: ${script} bytes of script in ${sizes.length} files`);
  expect(sizes.length).toBeGreaterThan(3);
  expect(script).toBeLessThanOrEqual(180_000);

  // It is requested with the role, and its header is painted as it stays.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const list = page.waitForRequest('**/api/admin/today');
    await page.route('**/api/admin/me', async (route) => {
      await list;
      await route.continue();
    });
    const release = await hold(page, '**/assets/admin-*');
    const boxes = () =>
      page
        .locator('header:has(a[href="/admin"]), a[href="/admin"]:has(img) *')
        .evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [element.tagName, x, y, width, height].join(' ');
          }),
        );
    await page.goto('/admin', { waitUntil: 'commit' });
    await expect(page.getByText('Loading...')).toBeVisible();
    const painted = await boxes();
    release();
    await expect(page.getByRole('heading', { name: 'Newest' })).toBeVisible();
    expect(await boxes(), `${width} px`).toEqual(painted);
    expect(painted.length).toBeGreaterThan(1);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a tab that was open across a deployment says so, keeps what was typed, and finds its screens', async ({
    page,
    request,
    baseURL,
  }) => {
    await (await newOwner(request)).signInto(page.context());
    const form = page.getByRole('form', { name: 'Low stock' });
    /** Answers changes as the server of a later build would. */
    const refuse = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 400,
            json: {
              error: {
                code: 'invalid_input',
                message: 'Please check the highlighted fields.',
                fields: { value: 'Not a setting' },
              },
            },
          });
    const laterBuild = async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/manifest-\w+\.js/g, 'manifest-later.js');
      await route.fulfill({ response: answer, body });
    };
    const save = async () => {
      await page.goto('/admin/settings');
      await form.getByLabel('Pieces').fill('31');
      await tap(form.getByRole('button', { name: 'Save' }));
    };
    await page.route('**/api/admin/settings', refuse);
    await save(); // a mistake in a form of the present build is told as what it is
    await expect(page.getByText('Please check the highlighted fields.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.route(`${baseURL}/admin`, laterBuild);
    await save();
    const dialog = page.getByRole('dialog', { name: 'The admin was updated' });
    await expect(dialog).toContainText('Reload to continue. Most of what you typed is kept.');
    await expect(page.getByText('Please check the highlighted fields.')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
    await tap(dialog.getByRole('button', { name: 'Reload' }));
    await expect(form).toContainText(/Draft from .* restored/);
    await expect(form.getByLabel('Pieces')).toHaveValue('31');

    // A screen whose file a later build no longer has opens after a reload by itself.
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    let gone = true;
    await page.route(`${baseURL}/admin`, (route) =>
      route.request().resourceType() === 'document' ? route.fallback() : laterBuild(route),
    );
    await page.route('**/assets/audit-screen-*.js', (route) => {
      if (!gone) return route.fallback();
      gone = false;
      return route.fulfill({ status: 404, body: 'Not found' });
    });
    await tap(page.getByRole('button', { name: 'All screens' }));
    await tap(page.getByRole('dialog').getByRole('link', { name: 'Audit log' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  });

  test('whoever comes back after eight hours keeps what is typed, reads whose account it is, and can sign out', async ({
    page,
    request,
  }) => {
    await (await newOwner(request)).signInto(page.context());
    // The server's answer when the admin was not used for eight hours. Demo mode never answers so.
    await page.route('**/api/admin/me', (route) =>
      route.fulfill({ status: 403, json: new AppError('stale_factor').toBody() }),
    );
    await page.goto('/admin');
    const welcome = page.getByRole('dialog', { name: 'Welcome back' });
    await expect(welcome).toContainText('@example.com');
    const field = welcome.getByRole('textbox').first();
    await field.pressSequentially('123');
    // As when somebody comes back from the authenticator app.
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(field).toHaveValue('123');
    await tap(welcome.getByRole('button', { name: 'Sign out' }));
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(welcome).toHaveCount(0);
  });
});
