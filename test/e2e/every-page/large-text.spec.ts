import type { CDPSession, Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { linesOf, setRootFont } from '#test/e2e/support/phone.ts';
import { coveredControls } from '#test/e2e/support/screen-controls.ts';
import { fill, OPEN, privateScreens } from '#test/e2e/support/screens.ts';
import { expect, expectNoOverflow, openHydrated, test } from '#test/e2e/support/shop.ts';
import { isHitByTap } from '#test/e2e/support/tap.ts';
import { brokenWords } from '#test/e2e/support/word-wrapping.ts';

/** Per cent of the usual size. */
const SIZES = [100, 150, 200];
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(({ page }) => declineCookies(page));

/** Changes the browser's font size, so that `rem` in media queries grows too. It applies from the next document on. */
async function setBrowserFont(page: Page, cdp: CDPSession, size: number) {
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
  await page.reload();
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
}

/** The page is no wider than the window, the logo keeps its shape, and the buttons of header and page can be tapped. */
async function expectFit(page: Page) {
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expectNoOverflow(page);
  const logo = page.getByRole('banner').getByRole('img', { name: 'Aparajita' });
  await expect(logo).toBeInViewport({ ratio: 1 });
  const box = await logo.boundingBox();
  expect(box?.width ?? 0, 'the logo can be read').toBeGreaterThan(90);
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height ?? 0, 'the header leaves room').toBeLessThan(110);
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await expect.poll(() => brokenWords(page), { message: 'no word is cut in two' }).toEqual([]);
}

async function expectFitInLargeText(page: Page, path: string) {
  const cdp = await page.context().newCDPSession(page);
  await openHydrated(page, path);
  for (const percent of SIZES) {
    await setRootFont(page, percent);
    await expectFitInWindows(page, `${path}, letters of ${percent} %`);
  }
  await setBrowserFont(page, cdp, 32);
  await expectFitInWindows(page, `${path}, set to 32`);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
}

async function expectFitInWindows(page: Page, title: string) {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await test.step(`${title}, ${window.width} wide`, () => expectFit(page));
  }
}

test('every page fits a phone at up to twice the text size', async ({ page }) => {
  // The offline page has no scripts, so it never says that it is hydrated.
  const paths = Object.keys(OPEN).filter((path) => path !== '/offline');
  await forEach([...paths, '/auth?tab=sign-up'], (path) => expectFitInLargeText(page, path));
});

test('every page of a shopper fits a phone at up to twice the text size', async ({
  page,
  signedInShopper,
}) => {
  await forEach(await privateScreens(signedInShopper), (path) => expectFitInLargeText(page, path));
});

/** Runs the check on the open page in every window with every text size. */
async function inLargeText(page: Page, check: () => Promise<void>) {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    for (const percent of SIZES) {
      await setRootFont(page, percent);
      await test.step(`${window.width} px wide, letters of ${percent} %`, check);
    }
  }
}

test('in large text amounts, labels and dialogs stay whole, and Add to Cart is in the first window', async ({
  page,
  signedInShopper,
}) => {
  test.slow();
  const { order } = await fill(signedInShopper);
  await expectCirclesAndLines(page);
  await expectPaymentWindow(page);
  await expectPasswordUncovered(page);
  await expectDialogReachable(page);
  await signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 12 });
  await expectWholeAmounts(page, order);

  await expectAddToCartSeen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.removeItem('cookie-consent'));
  await expectLabelsFit(page);
});

/** Numbers stay in their circles, and lines stay aligned. */
async function expectCirclesAndLines(page: Page) {
  await openHydrated(page, '/checkout');
  await setRootFont(page, 200);
  const number = page.getByRole('list', { name: 'Checkout steps' }).getByText('1', { exact: true });
  await expect(number).toBeVisible();
  const [content, own] = await number.evaluate((circle) => [
    circle.scrollHeight,
    circle.clientHeight,
  ]);
  expect(content).toBeLessThanOrEqual(own ?? 0);

  await page.goto('/cart');
  await expect(page.getByText('Secure payment')).toBeVisible();
  await setRootFont(page, 200);
  const words = page.getByText('Your card details never reach us.');
  // Both are measured at the same moment, because the page may still be moving.
  const indent = () =>
    words.evaluate((dd) => {
      const range = document.createRange();
      range.selectNodeContents(dd);
      const title = dd.previousElementSibling?.lastElementChild?.getBoundingClientRect();
      return Math.abs(range.getBoundingClientRect().left - (title?.left ?? 0));
    });
  await expect.poll(indent).toBeLessThan(2);

  await page.goto('/');
  await setRootFont(page, 200);
  const proof = page.getByText('Delivery in 3-5 business days', { exact: true }).first();
  const lefts = await proof.evaluate((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return [...range.getClientRects()].map((row) => Math.round(row.left));
  });
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
}

/** The sandbox’s payment window shows its cross and both ways to pay. */
async function expectPaymentWindow(page: Page) {
  await openHydrated(page, '/checkout?step=payment');
  await setRootFont(page, 200);
  await page.getByRole('radio', { name: /Online Payment/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aparajita' });
  await expect(dialog).toBeVisible();
  const upi = await dialog.getByText('UPI', { exact: true }).first().boundingBox();
  expect((upi?.x ?? 0) + (upi?.width ?? 1000)).toBeLessThanOrEqual(390);
  const note = await dialog.getByText('Sandbox: no money moves').boundingBox();
  const close = await dialog
    .getByRole('button', { name: 'Close the payment window' })
    .boundingBox();
  expect((note?.x ?? 0) + (note?.width ?? 1000)).toBeLessThanOrEqual(close?.x ?? 0);
}

/** No letter of a password is below the button that shows it. */
async function expectPasswordUncovered(page: Page) {
  await openHydrated(page, '/account/security');
  await setRootFont(page, 200);
  const password = page.getByLabel('Current Password', { exact: true });
  const covered = await password.evaluate((field) => {
    const button = field.nextElementSibling?.getBoundingClientRect().width ?? 0;
    return button - parseFloat(getComputedStyle(field).paddingRight);
  });
  expect(covered).toBeLessThanOrEqual(0);
}

/** Every control of the address dialog can be reached and tapped. */
async function expectDialogReachable(page: Page) {
  await openHydrated(page, '/account/addresses');
  await page.getByRole('button', { name: 'Add Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Address' });
  await expect(dialog).toBeVisible();
  await inLargeText(page, async () => {
    for (const control of await dialog.locator('button, input, select').all()) {
      await control.focus();
      await expect(control).toBeInViewport({ ratio: 0.99 });
      await expect.poll(() => isHitByTap(control)).toBe(true);
    }
    await expect.poll(() => coveredControls(page)).toEqual([]);
    const inner = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(inner, 'nothing sticks out of the dialog').toBe(0);
  });
}

/** Amounts of five digits stay whole and in their card, and order numbers on one line. */
async function expectWholeAmounts(page: Page, order: string) {
  for (const path of ['/cart', '/checkout']) {
    await openHydrated(page, path);
    const amount = page.getByText('₹23,988.00').first();
    await inLargeText(page, async () => {
      await expect(amount).toBeVisible();
      expect(await brokenWords(page)).toEqual([]);
      const outside = await amount.evaluate((element) => {
        const list = element.closest('ul')?.getBoundingClientRect();
        return element.getBoundingClientRect().right - (list?.right ?? 0);
      });
      expect(outside, 'it ends where the others end').toBeLessThanOrEqual(0.5);
    });
  }
  for (const path of ['/account/orders', `/account/orders/${order}`]) {
    await openHydrated(page, path);
    const heading = page.getByRole('heading', { name: /^Order #AP-/ });
    const [number = ''] = /AP-\S+/.exec((await heading.textContent()) ?? '') ?? [];
    await inLargeText(page, async () => expect(await linesOf(heading, number)).toBe(1));
  }
}

/** What one buys a product with is in the first window, and uncovered. */
async function expectAddToCartSeen(page: Page) {
  await openHydrated(page, '/product/6');
  await inLargeText(page, async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const name of [/^Add to Cart/, 'Increase quantity', 'Save to wishlist']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await expect.poll(() => coveredControls(page)).toEqual([]);
  });
}

/** Labels fit their buttons and fields, and no searched word is cut in two. */
async function expectLabelsFit(page: Page) {
  await openHydrated(page, '/shop');
  await setRootFont(page, 200);
  const banner = page.getByRole('region', { name: 'Cookie consent' });
  expect(await linesOf(banner, 'Decline Non-Essential')).toBeLessThanOrEqual(2);
  const cutOff = await page.getByLabel('Sort by').evaluate((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.font = font;
    const text = canvas.measureText('Most Popular').width;
    return text + parseFloat(paddingLeft) + parseFloat(paddingRight) - select.clientWidth;
  });
  expect(cutOff, 'the chosen order can be read').toBeLessThanOrEqual(0);

  await openHydrated(page, '/shop?search=aprajita%20flwers');
  await setRootFont(page, 200);
  await expect(page.getByText('for “aparajita flowers”')).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
}
