import type { Locator, Page } from '@playwright/test';
import { demoOwner } from '#test/e2e/support/admin.ts';
import { hold } from '#test/e2e/support/network.ts';
import {
  adminScreens,
  fill,
  forEach,
  GUARDED,
  OPEN,
  privateScreens,
  type Rule,
  SKELETONS,
} from '#test/e2e/support/pages.ts';
import { coveredControls, observeShifts, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';

// Each page is loaded once and checked in every window, theme and text size, on paper too. `quietConsole` watches the
// console and the security policy meanwhile.

const WIDE = { width: 1280, height: 720 };
const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

const OPEN_PATHS = [...Object.keys(OPEN), '/auth?tab=sign-up'];
/** Several tests, because one would take minutes. */
const PARTS = 3;
for (let part = 0; part < PARTS; part += 1) {
  test(`every open page is accessible, fits each window, text size and sheet, and moves nothing where less motion is preferred: part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    const paths = OPEN_PATHS.filter((_, n) => n % PARTS === part);
    await forEach(paths, async (path, rule) => {
      await openWide(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(OPEN[path] ?? /./);
      await rule('no motion', () => expectNoMotion(page));
      for (const question of await page.locator('main details summary').all())
        await question.click();
      await checkThemes(page, rule);
      // The offline page has no scripts, which load the full style sheet.
      if (path === '/offline') return;
      await checkTextSizes(page, rule);
      await rule('on paper', () => expectPrintable(page));
    });
  });
}

test('every page of a shopper shows a skeleton while it loads, and is accessible while it is empty', async ({
  page,
  signedInShopper: _,
}) => {
  await forEach(Object.keys(SKELETONS), async (path, rule) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await expectSkeleton(page, path, SKELETONS[path] ?? '');
    // An empty cart has no checkout, and no order has this id.
    if (['/checkout', '/account/orders/next'].includes(path)) return;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(GUARDED[path] ?? '');
    await checkThemes(page, rule);
  });
});

test('every page of a shopper does not shift, and is accessible with orders, addresses and a cart', async ({
  page,
  signedInShopper,
}) => {
  const shiftOf = await observeShifts(page);
  const paths = await privateScreens(signedInShopper);
  // Amounts of five digits.
  await signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 12 });
  await forEach([...paths, '/'], async (path, rule) => {
    await openWide(page, path, 'networkidle');
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await rule('nothing jumps', async () => expect(await shiftOf()).toBeLessThan(0.001));
    await checkThemes(page, rule);
    await checkTextSizes(page, rule);
    if (path.includes('/orders/')) await rule('on one sheet', () => expectOneSheet(page));
  });
});

test('every screen for staff is accessible, and fits phones and wide windows', async ({
  page,
  request,
  signedInShopper,
}) => {
  const { order } = await fill(signedInShopper);
  await (await demoOwner(request)).signInto(page.context());
  await forEach(adminScreens(order), async (path, rule) => {
    await openWide(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await checkThemes(page, rule);
  });
});

test('where the browser denies storage no page throws or asks about cookies', async ({ page }) => {
  // As in a browser that blocks all cookies: every access to web storage throws. `quietConsole` hears of it.
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get });
  });
  await forEach([...Object.keys(OPEN), ...Object.keys(GUARDED)], async (path) => {
    await page.goto(path);
    await page.mouse.move(5, 5); // hydrates it
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
  });
});

async function openWide(page: Page, path: string, waitUntil: 'load' | 'networkidle' = 'load') {
  await page.emulateMedia({ colorScheme: 'light', media: null });
  await page.setViewportSize(WIDE);
  // Each page begins with the cookie banner, which `checkTextSizes` closes.
  if (page.url() !== 'about:blank')
    await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  await page.goto(path, { waitUntil });
}

/**
 * Checks wide windows in the light theme and a narrow one in the dark theme. Problems that a program can find depend on the
 * size or on the colours, so the other combinations are not needed.
 */
async function checkThemes(page: Page, rule: Rule) {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await rule(`no wider than ${width} px`, () => expectNoOverflow(page));
  }
  await rule('accessible, light', () => expectAccessible(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await rule('no wider than 320 px', () => expectNoOverflow(page));
  await rule('accessible, dark', () => expectAccessible(page));
  await page.emulateMedia({ colorScheme: 'light' });
}

async function checkTextSizes(page: Page, rule: Rule) {
  const close = page.getByRole('button', { name: 'Close without accepting' });
  if (await close.isVisible()) await close.click();
  for (const percent of [100, 150, 200]) {
    await setRootFont(page, percent);
    for (const window of PHONES) {
      await page.setViewportSize(window);
      await rule(`fits ${window.width} px at ${percent} %`, () => expectFit(page));
    }
  }
  await setRootFont(page, 100);
}

/** The page is no wider than the window, the logo keeps its shape, and the buttons of header and page can be tapped. */
async function expectFit(page: Page) {
  await expectNoOverflow(page);
  const banner = page.getByRole('banner');
  if ((await banner.count()) === 0) return;
  const logo = banner.getByRole('img', { name: 'Aparajita' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(logo).toBeInViewport({ ratio: 1 });
  const box = async (element: Locator) =>
    (await element.boundingBox()) ?? { width: 0, height: 1_000 };
  expect((await box(logo)).width, 'the logo can be read').toBeGreaterThan(90);
  expect((await box(banner)).height, 'the header leaves room').toBeLessThan(110);
  await expect.poll(() => coveredControls(page)).toEqual([]);
}

/** On paper there is nothing that is there to be tapped. */
async function expectPrintable(page: Page) {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
  for (const role of ['contentinfo', 'navigation', 'button', 'textbox'] as const) {
    // On screens the picture of a product is a button.
    const shown = page.getByRole(role).filter({ visible: true, hasNot: page.getByRole('img') });
    await expect(shown).toHaveCount(0);
  }
}

/** An order is filed on one sheet of A4. */
async function expectOneSheet(page: Page) {
  await expectPrintable(page);
  await page.emulateMedia({ media: null });
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
}

/** The page shows its skeleton and says 'Loading...' while it waits for the answer. */
async function expectSkeleton(page: Page, path: string, read: string) {
  const answer = await hold(page, read);
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(main.getByRole('status').getByText('Loading...').first()).toBeAttached();
  await expectAccessible(page);
  answer();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(main.getByText('Loading...')).toHaveCount(0);
  await page.unroute(read);
}

async function expectNoMotion(page: Page) {
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => {
        const style = getComputedStyle(element);
        return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')];
      })
      .filter((duration) => Number.parseFloat(duration) > 0.001),
  );
  expect(moving).toEqual([]);
}
