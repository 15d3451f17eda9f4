import type { BrowserContext, Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

const GONE = { status: 404, body: 'Not found' };
const REFUSED = 'or reload.';

/** Counts the documents that the page opens, and the scripts that the last of them requests. */
function count(page: Page) {
  const opened = { documents: 0, scripts: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) {
      opened.documents += 1;
      opened.scripts = 0;
    } else if (/\/assets\/framework-.*\.js$/.test(request.url())) opened.scripts += 1;
  });
  return opened;
}

/** Runs a part of a test in a tab of its own, where nothing has been opened yet. */
const inNewTab = (
  context: BrowserContext,
  title: string,
  check: (page: Page, opened: ReturnType<typeof count>) => Promise<void>,
) =>
  test.step(title, async () => {
    const page = await context.newPage();
    await check(page, count(page));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

/** Until a page has opened again, it is of a former build: these files are gone. */
const goneBefore = (page: Page, opened: ReturnType<typeof count>, files: string) =>
  page.route(files, (route) => (opened.documents < 2 ? route.fulfill(GONE) : route.continue()));

test('a page of a former build opens again by itself, once, or says what to do, and what was typed or tapped is kept or sent', async ({
  context,
}) => {
  const add = (page: Page) => tap(page.getByRole('button', { name: 'Add to Cart' }));

  await inNewTab(context, 'its scripts are gone', async (page, opened) => {
    await goneBefore(page, opened, '**/assets/*.js');
    await page.goto('/product/1');
    await expect.poll(() => opened.documents).toBe(2);
    await tap(page.getByRole('button', { name: 'Increase quantity' }));
    await expect(page.getByRole('main').locator('output').first()).toHaveText('2');
    expect(opened.documents).toBe(2);
  });

  await inNewTab(context, 'its style sheet is gone', async (page, opened) => {
    await goneBefore(page, opened, '**/assets/*.css');
    await page.goto('/about');
    await expect.poll(() => opened.documents).toBe(2);
  });

  await inNewTab(context, 'servers of two builds answer', async (page, opened) => {
    await page.route('**/assets/*.js', (route) => route.fulfill(GONE));
    await page.goto('/product/1');
    await expect.poll(() => opened.documents).toBe(2);
    await expect.poll(() => opened.scripts).toBeGreaterThan(1); // it retries
    await add(page);
    await expect(page.getByRole('alert')).toContainText(REFUSED);
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => window.dispatchEvent(new Event('online'))); // otherwise it would wait for its next try
    await expect(page.getByRole('alert')).toBeEmpty(); // a server of this page's build has answered
    expect(opened.documents).toBe(2);
  });

  await inNewTab(context, 'the shop cannot be reached', async (page, opened) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/product/1');
    await expect.poll(() => opened.scripts).toBeGreaterThan(1);
    await add(page);
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    expect(opened.documents).toBe(1);
  });

  await inNewTab(context, 'what was typed stays', async (page, opened) => {
    const release = await holdGone(page);
    await page.goto('/auth');
    await page.getByLabel('Email').pressSequentially('asha@example.com');
    await tap(page.getByRole('button', { name: 'Create Account' }));
    release();
    await expect(page.getByRole('alert')).toContainText(REFUSED);
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
    expect(opened.documents).toBe(1);
  });

  await inNewTab(context, 'Unsubscribe is sent', async (page, opened) => {
    const release = await holdGone(page, () => opened.documents < 2);
    await page.goto('/newsletter/unsubscribe');
    await tap(page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }));
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete');
  });
});

/** Holds the scripts back, which turn out to be gone. @returns lets that be known. */
async function holdGone(page: Page, areGone = () => true): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await (areGone() ? route.fulfill(GONE) : route.continue());
  });
  return resolve;
}

test('a shopper’s open page goes on over a deployment: its forms come when they are needed, and nothing typed is lost', async ({
  context,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/addresses', ADDRESS);
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  const ADDRESS_FORM = '**/assets/address-form-*.js';
  const button = (page: Page, name: string) => page.getByRole('button', { name });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const current = (page: Page) => page.getByLabel('Current Password', { exact: true });

  await inNewTab(context, 'the address form of a former build', async (page, opened) => {
    await goneBefore(page, opened, ADDRESS_FORM);
    await openHydrated(page, '/account/addresses');
    await tap(button(page, 'Add Address'));
    await expect.poll(() => opened.documents).toBe(2);
    await tap(button(page, 'Add Address'));
    await expect(dialog(page, 'Add New Address')).toBeVisible();
    expect(opened.documents).toBe(2);
  });

  await inNewTab(context, 'the address form without a connection', async (page) => {
    await page.route(ADDRESS_FORM, (route) => route.abort());
    await openHydrated(page, '/account/addresses');
    await expect(page.getByText(ADDRESS.address_line1)).toBeVisible();
    await disconnect(page);
    await tap(button(page, 'Add Address'));
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await page.unrouteAll({ behavior: 'wait' });
    await reconnect(page);
    await expect(async () => {
      await tap(button(page, 'Add Address'));
      await expect(dialog(page, 'Add New Address')).toBeVisible();
    }).toPass();
  });

  await inNewTab(context, 'what is typed while they arrive stays', async (page) => {
    const release = await hold(page, '**/assets/factor-setup-*.js');
    await openHydrated(page, '/account/security');
    await expect(button(page, 'Add authenticator app')).toBeVisible();
    const requested = page.waitForRequest('**/assets/factor-setup-*.js');
    await current(page).pressSequentially('blue ');
    await requested;
    release();
    await page.waitForLoadState('networkidle');
    await current(page).pressSequentially('flowers');
    await expect(current(page)).toHaveValue('blue flowers');
  });

  await inNewTab(context, 'a dialog is open while its form is downloaded', async (page) => {
    const release = await hold(page, '**/assets/change-email-form-*.js');
    await openHydrated(page, '/account/security');
    const change = button(page, 'Change email');
    await tap(change);
    await expect(dialog(page, 'Change email').getByRole('status')).toHaveText('Loading...');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Change email')).toBeHidden();
    await expect(change).toBeFocused();
    await tap(change);
    await expect(dialog(page, 'Change email').getByRole('status')).toBeVisible();
    release();
    await expect(dialog(page, 'Change email').getByLabel('New email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(change).toBeFocused();
  });

  await inNewTab(context, 'what is typed elsewhere in the page stays', async (page, opened) => {
    await page.route('**/assets/change-email-form-*.js', (route) => route.fulfill(GONE));
    await openHydrated(page, '/account/security');
    await current(page).fill('blue flowers');
    await tap(button(page, 'Change email'));
    await expect(page.getByRole('alert')).toContainText('Please reload this page.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(current(page)).toHaveValue('blue flowers');
    expect(opened.documents).toBe(1);
  });
});
