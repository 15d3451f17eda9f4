import type { Locator, Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { expectFieldsSeen } from '#test/e2e/support/focused-fields.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { expectInOwnBox, PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { coveredControls } from '#test/e2e/support/screen-controls.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { addApp } from '#test/e2e/support/second-factor.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectReachable,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';
import { expectTappable, isHitByTap, tap } from '#test/e2e/support/tap.ts';
import { brokenWords } from '#test/e2e/support/word-wrapping.ts';

// What is opened, typed or amounts to more on a page; the pages as they are loaded are in walk.spec.ts.
test.use(PHONE);

/** A laptop, a phone, the same with its keyboard open, and the smallest phone. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 390, height: 480 },
  { width: 320, height: 568 },
];
const KEYBOARD = { width: 390, height: 480 };

type Dialog = { place: string; opener: string; end: string; first: string; send?: string };

const ADDRESS_DIALOG = { end: 'Save Address', first: 'Postal Code' };
const SECURITY = '/account/security';

/** Every dialog: its page, the button that opens it, the one at its end, its first field, and what sends it without any. */
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
    send: 'Continue',
  },
  'Cancel this order?': {
    place: 'the order',
    opener: 'Cancel order',
    end: 'Cancel order',
    first: 'Reason',
    send: 'Cancel order',
  },
  Filters: { place: '/shop', opener: 'Filters', end: 'Show products', first: 'Close' },
};

test('every dialog is accessible, opens in its first field, and has its end, its fields and what failed at hand in every window', async ({
  page,
  signedInShopper,
}) => {
  await declineCookies(page);
  const { order } = await fill(signedInShopper);
  await forEach(Object.keys(DIALOGS), async (name, rule) => {
    const { place = '', opener = '', end = '', first = '', send } = DIALOGS[name] ?? {};
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
    await rule('reachable in large text', () => expectReachableInLargeText(page, dialog));
    await setRootFont(page, 100);
    if (name.startsWith('Add')) {
      await page.setViewportSize(KEYBOARD);
      const form = dialog.locator('form');
      // The name of an app may be left out.
      await rule('fields above a keyboard', () => expectFieldsSeen(form, { refused: !send }));
    }
    if (!send) return;
    await disconnect(page);
    for (const window of [PHONE.viewport, { width: 320, height: 568 }])
      await rule(`what failed can be read at ${window.width} px`, async () => {
        await page.setViewportSize(window);
        await tap(dialog.getByRole('button', { name: send, exact: true }));
        const reason = dialog
          .getByRole('alert')
          .filter({ hasText: 'We could not reach the shop.' });
        await expect(reason).toBeVisible();
        await expect.poll(() => isHitByTap(reason)).toBe(true);
      });
    await reconnect(page);
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

async function expectReachableInLargeText(page: Page, dialog: Locator) {
  await page.setViewportSize({ width: 320, height: 640 });
  await setRootFont(page, 200);
  for (const control of await dialog
    .locator('button, input, select')
    .filter({ visible: true })
    .all()) {
    await control.focus();
    await expect(control).toBeInViewport({ ratio: 0.99 });
    await expect.poll(() => isHitByTap(control)).toBe(true);
  }
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await expectInOwnBox(dialog);
}

test('above a keyboard the field that has the focus is seen with its label on every page, with the cookie banner', async ({
  page,
  account,
  request,
}) => {
  await page.setViewportSize(KEYBOARD);
  await forEach(
    ['/auth', '/auth?tab=sign-up', '/forgot-password', '/contact', '/shop'],
    async (path) => {
      await openHydrated(page, path);
      if (path !== '/shop')
        return expectFieldsSeen(page.locator('main form').filter({ visible: true }).first());
      // The newsletter field and the search field.
      for (const form of await page.locator('form').filter({ visible: true }).all())
        await expectFieldsSeen(form, { refused: false });
    },
  );
  await openHydrated(page, '/auth');
  await signIn(page, account);
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible();
  await openHydrated(page, '/account/profile');
  await expectFieldsSeen(page.locator('main form'));
  await openHydrated(page, '/account/security');
  for (const form of await page.locator('main form').filter({ visible: true }).all())
    await expectFieldsSeen(form);
  await tap(page.getByRole('button', { name: 'Add authenticator app' }));
  await tap(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectFieldsSeen(page.locator('dialog:modal form'));

  await page.evaluate(() => localStorage.clear());
  await request.post('/auth/v1/recover', { data: { email: account.email } });
  await openHydrated(page, await emailedLink(request, account.email, 'Reset your password'));
  await expectFieldsSeen(page.locator('main form'));
  await page.evaluate(() => localStorage.clear());
  await addApp(request, account);
  await openHydrated(page, '/auth');
  await signIn(page, account);
  await expect(page.getByLabel('Code')).toBeVisible(); // the form before it is gone
  await expectFieldsSeen(page.locator('main form'));
});

test('menu, picture viewer and the gallery’s parts are accessible and can be reached in low windows and large text', async ({
  page,
}) => {
  await declineCookies(page);
  await openHydrated(page, '/');
  const header = await page.getByRole('banner').boundingBox();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const openMenu = () => tap(page.getByRole('button', { name: 'Menu', exact: true }));
  await openMenu();
  await expect
    .poll(async () => (await page.locator('#mobile-menu').boundingBox())?.y)
    .toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 320, height: 256 });
  await openMenu();
  await expectReachable(menu.getByRole('link').last());
  await tap(menu.getByRole('link', { name: 'About' }));
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();

  await page.setViewportSize({ width: 320, height: 568 });
  await openHydrated(page, '/product/6');
  await tap(page.getByRole('button', { name: /View larger$/ }).first());
  const viewer = page.getByRole('dialog', { name: /^Pictures of .* full screen$/ });
  await setRootFont(page, 200);
  await expectNoOverflow(page);
  for (const button of await viewer.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
    await expectTappable(button);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.keyboard.press('+');
  await expectAccessible(page);

  await openHydrated(page, '/dev/gallery');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show a failure' }).click();
    await page.getByRole('button', { name: 'A menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'First' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('in large text Add to Cart is in the first window, numbers stay in their circles, and lines in line', async ({
  page,
  signedInShopper,
}) => {
  await declineCookies(page);
  await fill(signedInShopper);
  await openHydrated(page, '/product/6');
  for (const viewport of [PHONE.viewport, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    for (const percent of [100, 150, 200]) {
      await setRootFont(page, percent);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const name of [/^Add to Cart/, 'Increase quantity', 'Save to wishlist'])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => coveredControls(page)).toEqual([]);
    }
  }
  await page.setViewportSize(PHONE.viewport);
  const openLarge = async (path: string) => {
    await openHydrated(page, path);
    await setRootFont(page, 200);
  };
  await openLarge('/checkout');
  const steps = page.getByRole('list', { name: 'Checkout steps' });
  await expectInOwnBox(steps.getByText('1', { exact: true }));
  // A text that breaks stays below its own beginning, and below its title.
  for (const [path, words] of [
    ['/cart', 'Your card details never reach us.'],
    ['/', 'Delivery in 3-5 business days'],
  ] as const) {
    await openLarge(path);
    // All is measured at the same moment, because the page may still be moving.
    const apart = () =>
      page
        .getByText(words, { exact: true })
        .first()
        .evaluate((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          const title = text.previousElementSibling?.lastElementChild ?? range;
          const lines = [...range.getClientRects(), title.getBoundingClientRect()];
          const lefts = lines.map(({ left }) => left);
          return Math.max(...lefts) - Math.min(...lefts);
        });
    await expect.poll(apart, `${words} in ${path}`).toBeLessThan(2);
  }
  await openLarge('/account/security');
  const covered = await page.getByLabel('Current Password', { exact: true }).evaluate((field) => {
    const button = field.nextElementSibling?.getBoundingClientRect().width ?? 0;
    return button - parseFloat(getComputedStyle(field).paddingRight);
  });
  expect(covered, 'no letter of a password is below its button').toBeLessThanOrEqual(0);
  await openLarge('/shop?search=aprajita%20flwers');
  await expect(page.getByText('for “aparajita flowers”')).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

test('what belongs together stands together on a phone, and can be told apart in forced colours', async ({
  page,
  browser,
  baseURL,
  signedInShopper,
}) => {
  await declineCookies(page);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await openHydrated(page, '/about');
    const box = page.getByRole('contentinfo').getByRole('form', { name: /newsletter/i });
    const [field, button] = [box.getByPlaceholder('Your email address'), box.getByRole('button')];
    await box.scrollIntoViewIfNeeded();
    if (width > 320) await expectInOneRow([field, button]);
    else
      await expect(async () =>
        expect((await button.boundingBox())?.width).toBe((await field.boundingBox())?.width),
      ).toPass({ timeout: 15_000 });
    await expectInOwnBox(field); // its placeholder is not cut off
  }
  // No tab of a product is cut off, on small phones and beside the pictures of a tablet.
  await page.goto('/product/2');
  for (const width of [360, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expectInOwnBox(page.getByRole('tablist', { name: /^About/ }));
  }
  await page.setViewportSize(PHONE.viewport);
  await openHydrated(page, '/shop');
  for (const card of await page.getByRole('article').all())
    await expect(async () => {
      const picture = await card.locator('picture img').boundingBox();
      const weight = await card.getByText(/^\d+g/).boundingBox();
      expect(weight?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
    }).toPass({ timeout: 15_000 });

  await fill(signedInShopper);
  await page.goto('/cart');
  const line = page.getByRole('main').getByRole('listitem').first();
  await expectInOneRow([
    line.getByRole('group', { name: /^Quantity of/ }),
    line.getByText('₹1,198.00'),
  ]);
  await page.goto('/account/addresses');
  const entries = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await expect(entries).toHaveCount(4);
  await expectInOneRow(await entries.all());

  // The contrast themes of Windows paint no backgrounds, shadows or rings: borders tell parts apart.
  const forced = { ...PHONE, ...(baseURL && { baseURL }), forcedColors: 'active' as const };
  const context = await browser.newContext({ ...forced, reducedMotion: 'reduce' });
  const guest = await context.newPage();
  await guest.goto('/auth?tab=sign-up');
  const body = guest.locator('body');
  const paper = await body.evaluate((element) => getComputedStyle(element).backgroundColor);
  const tabs = guest.getByRole('tab');
  await expect(tabs.and(guest.locator('[aria-selected=true]'))).not.toHaveCSS(
    'border-bottom-color',
    paper,
  );
  await expect(tabs.and(guest.locator('[aria-selected=false]'))).toHaveCSS(
    'border-bottom-color',
    paper,
  );
  const bordered = (part: Locator) => expect(part).toHaveCSS('border-top-width', '1px');
  await bordered(guest.getByRole('button', { name: 'Create Account' }));
  await guest.goto('/product/1');
  await guest.getByRole('button', { name: 'Add to Cart' }).click();
  await bordered(guest.locator('.toast'));
  await openHydrated(guest, '/product/1');
  await tap(guest.getByRole('button', { name: /View larger$/ }).first());
  await bordered(guest.getByRole('dialog'));
  await context.close();
});

/** The middles of the parts are at the same height, to two pixels. */
async function expectInOneRow(parts: Locator[]) {
  await expect(async () => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN));
    expect(Math.max(...middles) - Math.min(...middles), String(middles)).toBeLessThanOrEqual(2);
  }).toPass({ timeout: 15_000 });
}
