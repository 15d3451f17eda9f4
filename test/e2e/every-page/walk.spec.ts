import type { Locator, Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { forEach, type Rule } from '#test/e2e/support/each-page.ts';
import { observeShifts } from '#test/e2e/support/layout-shift.ts';
import { expectInside, linesOf, setRootFont } from '#test/e2e/support/phone.ts';
import { coveredControls } from '#test/e2e/support/screen-controls.ts';
import { adminScreens, fill, GUARDED, OPEN, SKELETONS } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';
import { brokenWords } from '#test/e2e/support/word-wrapping.ts';

// Each page is loaded once and checked in every window, theme and text size, on paper too; then once more in a browser
// with large letters. `quietConsole` watches the console and the security policy meanwhile.

const WIDE = { width: 1280, height: 720 };
const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Parts in which nothing may be cut off either, at any text size; pages without them have strips that scroll. */
const WHOLE_PARTS: Record<string, string> = {
  '/': 'main',
  '/about': 'main',
  '/shop': '.product-grid',
  '/product/1': '.facts',
};

const OPEN_PATHS = [...Object.keys(OPEN), '/auth?tab=sign-up', '/dev/gallery'];
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
      // The offline page has no scripts, which load the full style sheet; the gallery is for engineers.
      if (['/offline', '/dev/gallery'].includes(path)) return checkThemes(page, rule);
      await checkEverywhere(page, path, rule);
      await rule('on paper', () => expectPrintable(page));
      await checkLargeLetters(page, path, rule);
    });
  });
}

test('what the newsletter answers is accessible, fits a window, and is no search engine’s', async ({
  page,
}) => {
  const outcomes = [
    'requested',
    'expired',
    'unsubscribe',
    'left',
    'earlier',
    'incomplete',
    'confirm',
  ];
  await forEach(outcomes, async (outcome) => {
    await page.goto(`/newsletter/${outcome}`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

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
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await checkThemes(page, rule);
  });
});

test('every page of a shopper does not shift, and is accessible with orders, addresses and a cart', async ({
  page,
  signedInShopper,
}) => {
  const shiftOf = await observeShifts(page);
  const { address, order } = await fill(signedInShopper);
  // Amounts of five digits.
  await signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 12 });
  const full: Record<string, RegExp | string> = {
    ...GUARDED,
    [`/checkout?step=payment&address=${address}`]: /Checkout/,
    [`/account/orders/${order}`]: /^Order #/,
  };
  await forEach([...Object.keys(full), '/', '/product/1'], async (path, rule) => {
    await openWide(page, path, 'networkidle');
    await expect(page.getByText('Loading...')).toHaveCount(0);
    const heading = page.getByRole('heading', { name: full[path] ?? /./ }).first();
    await expect(heading).toBeVisible();
    if (full[path])
      await rule('nothing jumps', async () => expect(await shiftOf()).toBeLessThan(0.001));
    else await expect(page.getByRole('link', { name: 'Cart, 2 products' })).toBeVisible();
    await checkEverywhere(page, path, rule);
    await checkLargeLetters(page, path, rule);
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
    for (const [colorScheme, window] of [
      ['light', WIDE],
      ['dark', PHONES[0]],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      if (window) await page.setViewportSize(window);
      await rule(`no wider than the window, ${colorScheme}`, () => expectNoOverflow(page));
      await rule(`accessible, ${colorScheme}`, () => expectAccessible(page));
    }
  });
});

async function openWide(page: Page, path: string, waitUntil: 'load' | 'networkidle' = 'load') {
  await page.emulateMedia({ colorScheme: 'light', media: null });
  await page.setViewportSize(WIDE);
  // Each page begins with the cookie banner, which `checkEverywhere` closes.
  if (page.url() !== 'about:blank')
    await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  await page.goto(path, { waitUntil });
}

/**
 * Checks wide windows in the light theme and a narrow one in the dark theme. Problems that a program can find depend on the
 * size or on the colours, so the other combinations are not needed.
 */
async function checkThemes(page: Page, rule: Rule) {
  for (const width of [768, 1024, 1280]) {
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

async function checkEverywhere(page: Page, path: string, rule: Rule) {
  await checkThemes(page, rule);
  const close = page.getByRole('button', { name: 'Close without accepting' });
  if (await close.isVisible()) await close.click();
  const part = WHOLE_PARTS[path];
  for (const percent of [100, 150, 200]) {
    await setRootFont(page, percent);
    // A zoom of 200 % on a small laptop is a window of half its size; larger letters in it are harder still.
    await page.setViewportSize({ width: 640, height: 400 });
    await rule(`no wider than 640 px at ${percent} %`, () => expectNoOverflow(page));
    for (const window of PHONES) {
      await page.setViewportSize(window);
      await rule(`fits ${window.width} px at ${percent} %`, async () => {
        await expectFit(page);
        if (part) await expectInside(page.locator(part));
      });
    }
  }
  await setRootFont(page, 100);
}

/** As in a browser that is set to letters of 32 px, so that `rem` in media queries grows too. */
async function checkLargeLetters(page: Page, path: string, rule: Rule) {
  const cdp = await page.context().newCDPSession(page);
  await page.emulateMedia({ media: null });
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  for (const window of PHONES) {
    await page.setViewportSize(window);
    await rule(`fits ${window.width} px, ${path} set to 32`, () => expectFit(page));
  }
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await cdp.detach();
}

/** The page is no wider than the window, the logo keeps its shape, and the buttons of header and page can be tapped. */
async function expectFit(page: Page) {
  await expectNoOverflow(page);
  await expect.poll(() => brokenWords(page), { message: 'no word is cut in two' }).toEqual([]);
  const order = page.getByRole('heading', { name: /^Order #AP-/ }).first();
  if (await order.isVisible()) {
    const [number = ''] = /AP-\S+/.exec((await order.textContent()) ?? '') ?? [];
    expect(await linesOf(order, number), 'the number is on one line').toBe(1);
  }
  const banner = page.getByRole('banner');
  if ((await banner.count()) === 0) return;
  const logo = banner.getByRole('img', { name: 'Aparajita' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(logo).toBeInViewport({ ratio: 1 });
  expect(await width(logo), 'the logo can be read').toBeGreaterThan(90);
  const header = await banner.boundingBox();
  expect(header?.height ?? 0, 'the header leaves room').toBeLessThan(110);
  await expect.poll(() => coveredControls(page)).toEqual([]);
}

const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

/** On paper there is nothing that is there to be tapped. */
async function expectPrintable(page: Page) {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const role of ['contentinfo', 'navigation', 'button', 'textbox'] as const) {
    // On screens the picture of a product is a button.
    const shown = page.getByRole(role).filter({ visible: true, hasNot: page.getByRole('img') });
    await expect(shown).toHaveCount(0);
  }
  await page.setViewportSize({ width: 690, height: 1000 });
  await expectNoOverflow(page);
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
