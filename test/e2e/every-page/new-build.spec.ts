import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

/** Counts the documents that the page opens and the scripts that it requests. */
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

const GONE = { status: 404, body: 'Not found' };
const REFUSED = 'or reload.';

test('a page of a former build opens again by itself, and then works', async ({ page }) => {
  const opened = count(page);
  await page.route('**/assets/*.js', (route) =>
    opened.documents < 2 ? route.fulfill(GONE) : route.continue(),
  );
  await page.goto('/product/1');
  await expect.poll(() => opened.documents).toBe(2);
  await tap(page.getByRole('button', { name: 'Increase quantity' }));
  await expect(page.getByRole('main').locator('output').first()).toHaveText('2');
  expect(opened.documents).toBe(2);
});

test('a page whose style sheet is of a former build opens again, too', async ({ page }) => {
  const opened = count(page);
  await page.route('**/assets/*.css', (route) =>
    opened.documents < 2 ? route.fulfill(GONE) : route.continue(),
  );
  await page.goto('/about');
  await expect.poll(() => opened.documents).toBe(2);
});

test('while servers of two builds answer, a page opens again once and says what to do', async ({
  page,
}) => {
  const opened = count(page);
  await page.route('**/assets/*.js', (route) => route.fulfill(GONE));
  await page.goto('/product/1');
  await expect.poll(() => opened.documents).toBe(2);
  await expect.poll(() => opened.scripts).toBeGreaterThan(1); // it retries
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByRole('alert')).toContainText(REFUSED);
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(() => window.dispatchEvent(new Event('online'))); // otherwise it would wait for its next try
  await expect(page.getByRole('alert')).toBeEmpty(); // a server of this page's build has answered
  expect(opened.documents).toBe(2);
});

test('what was typed into a page of a former build stays, and sending it says what to do', async ({
  page,
}) => {
  const opened = count(page);
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isTyped;
    await route.fulfill(GONE);
  });
  await page.goto('/auth');
  await page.getByLabel('Email').pressSequentially('asha@example.com');
  await tap(page.getByRole('button', { name: 'Create Account' }));
  release();
  await expect(page.getByRole('alert')).toContainText(REFUSED);
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
  expect(opened.documents).toBe(1);
});

test('a message that was written on a page of a former build is sent', async ({ page }) => {
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isTyped;
    await route.fulfill(GONE);
  });
  await page.goto('/contact');
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await page.getByRole('textbox', { name: field }).fill('asha@example.com');
  }
  release();
  await tap(page.getByRole('button', { name: 'Send Message' }));
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
});

test('Unsubscribe, tapped on a page of a former build, is sent', async ({ page }) => {
  const opened = count(page);
  const { promise: isTapped, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isTapped;
    await (opened.documents < 2 ? route.fulfill(GONE) : route.continue());
  });
  await page.goto('/newsletter/unsubscribe');
  await tap(page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }));
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete');
});

test('where nothing can be stored, a page of a former build does not open again and again', async ({
  page,
}) => {
  const opened = count(page);
  await page.addInitScript(() => {
    const full = () => {
      throw new DOMException('There is no room', 'QuotaExceededError');
    };
    const value = new Proxy({ getItem: () => null, setItem: full }, { set: full });
    Object.defineProperty(window, 'sessionStorage', { value });
  });
  await page.route('**/assets/*.js', (route) => route.fulfill(GONE));
  await page.goto('/product/1');
  await expect.poll(() => opened.scripts).toBeGreaterThan(1);
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByRole('alert')).toContainText(REFUSED);
  expect(opened.documents).toBe(1);
});

test('a page that cannot reach the shop stays as it is', async ({ page }) => {
  const opened = count(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/product/1');
  await expect.poll(() => opened.scripts).toBeGreaterThan(1);
  await tap(page.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  expect(opened.documents).toBe(1);
});

test('a page that was left open over a deployment goes on, with a new access token', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.clock.install();
  await openHydrated(page, '/cart');
  const more = page.getByRole('main').getByRole('button', { name: 'Increase quantity' });
  await expect(more).toBeVisible();
  const client = page.waitForResponse('**/assets/auth-client-*.js');
  await page.clock.runFor(61_000);
  await client;
  await page.route('**/assets/*.js', (route) => route.fulfill(GONE));
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('shop-auth') ?? '');
    localStorage.setItem('shop-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
  const renewed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token');
  await tap(more);
  expect((await renewed).ok()).toBe(true);
  await expect(page.getByRole('main').locator('output').first()).toHaveText('2');
});

test.describe('the form for an address', () => {
  const ADDRESS_FORM = '**/assets/address-form-*.js';

  test('of a former build: the page opens again, and then the form does', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/addresses', ADDRESS);
    const opened = count(page);
    await page.route(ADDRESS_FORM, (route) =>
      opened.documents < 2 ? route.fulfill(GONE) : route.continue(),
    );
    await openHydrated(page, '/account/addresses');
    await tap(page.getByRole('button', { name: 'Add Address' }));
    await expect.poll(() => opened.documents).toBe(2);
    await tap(page.getByRole('button', { name: 'Add Address' }));
    await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible();
    expect(opened.documents).toBe(2);
  });

  test('says what to do without a connection, and opens when it is back', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/addresses', ADDRESS);
    await page.route(ADDRESS_FORM, (route) => route.abort());
    await openHydrated(page, '/account/addresses');
    const add = page.getByRole('button', { name: 'Add Address' });
    await expect(page.getByText(ADDRESS.address_line1)).toBeVisible();
    await disconnect(page);
    await tap(add);
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await page.unrouteAll({ behavior: 'wait' });
    await reconnect(page);
    await expect(async () => {
      await tap(add);
      await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible();
    }).toPass();
  });
});

test.describe('the forms of the security page', () => {
  test('of a former build: the page opens again, and then they do', async ({
    page,
    signedInShopper: _,
  }) => {
    const opened = count(page);
    await page.route('**/assets/{factor-setup,change-email-form}-*.js', (route) =>
      opened.documents < 2 ? route.fulfill(GONE) : route.continue(),
    );
    await openHydrated(page, '/account/security');
    await tap(page.getByRole('button', { name: 'Change email' }));
    await expect.poll(() => opened.documents).toBe(2);
    await tap(page.getByRole('button', { name: 'Change email' }));
    await expect(page.getByRole('dialog', { name: 'Change email' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await tap(page.getByRole('button', { name: 'Add authenticator app' }));
    await expect(page.getByRole('dialog', { name: 'Add authenticator app' })).toBeVisible();
    expect(opened.documents).toBe(2);
  });

  test('what is typed into the form for a password stays when they arrive', async ({
    page,
    signedInShopper: _,
  }) => {
    const release = await hold(page, '**/assets/factor-setup-*.js');
    await openHydrated(page, '/account/security');
    await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
    const current = page.getByLabel('Current Password', { exact: true });
    const requested = page.waitForRequest('**/assets/factor-setup-*.js');
    await current.pressSequentially('blue ');
    await requested;
    release();
    await page.waitForLoadState('networkidle');
    await current.pressSequentially('flowers');
    await expect(current).toHaveValue('blue flowers');
  });

  test('while one is downloaded its dialog is open, and then asks for its first field', async ({
    page,
    signedInShopper: _,
  }) => {
    const release = await hold(page, '**/assets/change-email-form-*.js');
    await openHydrated(page, '/account/security');
    const button = page.getByRole('button', { name: 'Change email' });
    await tap(button);
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await expect(dialog.getByRole('status')).toHaveText('Loading...');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await tap(button);
    await expect(dialog.getByRole('status')).toBeVisible();
    release();
    await expect(dialog.getByLabel('New email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('of a former build: what is typed elsewhere in the page is not lost', async ({
    page,
    signedInShopper: _,
  }) => {
    const opened = count(page);
    await page.route('**/assets/change-email-form-*.js', (route) => route.fulfill(GONE));
    await openHydrated(page, '/account/security');
    const current = page.getByLabel('Current Password', { exact: true });
    await current.fill('blue flowers');
    await tap(page.getByRole('button', { name: 'Change email' }));
    await expect(page.getByRole('alert')).toContainText('Please reload this page.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(current).toHaveValue('blue flowers');
    expect(opened.documents).toBe(1);
  });
});
