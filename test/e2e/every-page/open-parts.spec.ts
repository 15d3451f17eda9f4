import type { Locator } from '@playwright/test';
import { fill, forEach, privateScreens } from '#test/e2e/support/pages.ts';
import { coveredControls, PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import {
  declineCookies,
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { isHitByTap, tap } from '#test/e2e/support/tap.ts';
import { dropTimers, MESSAGES } from '#test/message-timers.ts';

// What is opened, typed or amounts to more on a page; the pages as they are loaded are in walk.spec.ts.
test.use(PHONE);

/** A laptop, a phone, the same with its keyboard open, and the smallest phone. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 390, height: 480 },
  { width: 320, height: 568 },
];

type Dialog = { place: string; opener: string; end: string; first: string };

const ADDRESS_DIALOG = { end: 'Save Address', first: 'Postal Code' };
const SECURITY = '/account/security';

/** Every dialog: its page, the button that opens it, the one at its end and its first field. */
const DIALOGS: Record<string, Dialog> = {
  'Add New Address': { place: '/account/addresses', opener: 'Add Address', ...ADDRESS_DIALOG },
  'Add New Address at the checkout': {
    place: '/checkout',
    opener: 'Add New Address',
    ...ADDRESS_DIALOG,
  },
  'Change email': { place: SECURITY, opener: 'Change email', end: 'Cancel', first: 'New email' },
  'Add authenticator app': {
    place: SECURITY,
    opener: 'Add authenticator app',
    end: 'Cancel',
    first: 'Name',
  },
  'Cancel this order?': {
    place: 'the order',
    opener: 'Cancel order',
    end: 'Cancel order',
    first: 'Reason',
  },
  Filters: { place: '/shop', opener: 'Filters', end: 'Show products', first: 'Close' },
};

test('every dialog is accessible, opens in its first field, and has its end and its fields at hand in every window', async ({
  page,
  signedInShopper,
}) => {
  await declineCookies(page);
  const { order } = await fill(signedInShopper);
  await forEach(Object.keys(DIALOGS), async (name, rule) => {
    const { place = '', opener = '', end = '', first = '' } = DIALOGS[name] ?? {};
    await page.emulateMedia({ colorScheme: 'light' });
    await openHydrated(page, place === 'the order' ? `/account/orders/${order}` : place);
    const dialog = page.getByRole('dialog', { name: name.replace(' at the checkout', '') });
    const open = () =>
      tap(page.getByRole('main').getByRole('button', { name: opener, exact: true }).first());
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await rule(`at hand in ${window.width} × ${window.height}`, async () => {
        await open();
        await expect(dialog.getByLabel(first)).toBeFocused();
        await expectAtHand(dialog, end);
        await expectNoOverflow(page);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      });
    }
    await open();
    await expect(dialog).toBeVisible();
    await rule('accessible, light', () => expectAccessible(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    await rule('accessible, dark', () => expectAccessible(page));
  });
});

async function expectAtHand(dialog: Locator, end: string) {
  const button = dialog.getByRole('button', { name: end, exact: true });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect.poll(() => isHitByTap(button)).toBe(true);
  for (const field of await dialog.locator('input:visible, select:visible').all()) {
    await field.focus();
    await expect.poll(() => isHitByTap(field)).toBe(true);
  }
}

test('menu and picture viewer are accessible and can be reached in low windows and large text', async ({
  page,
}) => {
  await declineCookies(page);
  await openHydrated(page, '/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const openMenu = () => tap(page.getByRole('button', { name: 'Menu', exact: true }));
  await openMenu();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 320, height: 256 });
  await openMenu();
  await tap(menu.getByRole('link').last());
  await expect(menu).toBeHidden();

  await page.setViewportSize({ width: 320, height: 568 });
  await openHydrated(page, '/product/6');
  await tap(page.getByRole('button', { name: /View larger$/ }).first());
  await expect(page.getByRole('dialog', { name: /^Pictures of/ })).toBeVisible();
  await setRootFont(page, 200);
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test('a long message is whole in the window and covers no control of a page', async ({
  page,
  browser,
  baseURL,
  signedInShopper,
}) => {
  // Signed in, the pages of /auth lead away.
  const guest = await browser.newPage({ ...(baseURL && { baseURL }) });
  await guest.addInitScript(dropTimers, MESSAGES);
  for (const [visitor, paths] of [
    [guest, ['/auth', '/auth?tab=sign-up']],
    [page, ['/', '/shop', '/product/1', '/contact', ...(await privateScreens(signedInShopper))]],
  ] as const) {
    await declineCookies(visitor);
    await visitor.route('**/assets/add-to-cart-*.js', (route) => route.abort());
    await openHydrated(visitor, '/product/2');
    const product = visitor.getByRole('heading', { level: 1, name: 'Premium Blue Tea Pack' });
    const message = visitor.getByRole('region', { name: 'Notifications' }).locator('.toast');
    /** Opens a path as Back and Forward do: without a new document, so that a message stays. */
    const goTo = (path: string) =>
      visitor.evaluate((path) => {
        window.history.pushState(null, '', path);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    await forEach(paths, async (path, rule) => {
      await goTo('/product/2');
      await expect(product).toBeVisible();
      await visitor.getByRole('button', { name: 'Add to Cart' }).first().press('Enter');
      await expect(message).toContainText('We could not reach the shop.');
      await goTo(path);
      await expect(product).toBeHidden();
      await expect(visitor.locator('main h1')).toBeVisible();
      await expect(visitor.locator('main [aria-busy=true]')).toHaveCount(0);
      for (const window of WINDOWS)
        await rule(`${window.width} × ${window.height}`, async () => {
          await visitor.setViewportSize(window);
          await visitor.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
          await expect(message).toBeInViewport({ ratio: 1 });
          const covered = () => coveredControls(visitor, 'main');
          await expect.poll(covered).toEqual([]);
        });
    });
  }
  await guest.close();
});
