import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

const NAMES = [
  /^A kraft paper pouch/,
  /^The pouch behind a wooden bowl/,
  /^The pouch behind a glass cup/,
] as const;

test.beforeEach(({ context }) => declineCookies(context));

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Pictures of .* full screen$/ });
const opener = (page: Page, index = 0) =>
  page
    .getByRole('region', { name: /^Pictures of/ })
    .getByRole('button', { name: /View larger$/ })
    .nth(index);
const picture = (page: Page, index: number) =>
  viewer(page).getByRole('img', { name: NAMES[index] });

/** The picture's present size, as a multiple of the size that fits the window. */
async function enlargement(page: Page, index: number): Promise<number> {
  const box = await picture(page, index).boundingBox();
  const window = page.viewportSize();
  return (box?.width ?? 0) / Math.min(window?.width ?? 0, window?.height ?? 0);
}

/** Between two events of a touch, by their timestamps: on a busy machine the real pause is longer. */
const STEP_S = 0.03;

/** Touches the screen with some fingers. Each step gives the positions of all of them. */
async function touch(page: Page, steps: { x: number; y: number }[][]) {
  const cdp = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  for (const [index, touchPoints] of steps.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove';
    const timestamp = begin + index * STEP_S;
    await cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  }
  const timestamp = begin + steps.length * STEP_S;
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  await cdp.detach();
}

/** Two taps, 0.2 s apart by the timestamps of their events: on a busy machine the real pause is longer. */
async function doubleTap(page: Page, x: number, y: number) {
  const cdp = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  for (const [seconds, moved] of [
    [0, 0],
    [0.2, 2],
  ] as const) {
    const touchPoints = [{ x: x + moved, y: y + moved }];
    const at = begin + seconds;
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp: at });
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: at + 0.05,
    });
  }
  await cdp.detach();
}

/** Moves one finger from one point to another. */
const swipe = (page: Page, from: [number, number], to: [number, number]) =>
  touch(
    page,
    [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) => [
      { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
    ]),
  );

/** Moves two fingers around the middle of the screen, from one distance to another. */
const pinch = (page: Page, from: number, to: number) =>
  touch(
    page,
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => {
      const half = (from + (to - from) * part) / 2;
      return [
        { x: 195 - half, y: 422 },
        { x: 195 + half, y: 422 },
      ];
    }),
  );

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a tap on the picture fills the window with it; swiped, enlarged by two fingers, left by Back', async ({
    page,
  }) => {
    await openHydrated(page, '/product/1');
    await page.evaluate(() => window.scrollTo(0, 60));
    const before = await page.evaluate(() => window.scrollY);
    await tap(opener(page));
    await expect(viewer(page)).toBeVisible();
    await expect
      .poll(() => viewer(page).boundingBox())
      .toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expect(viewer(page).getByText('1 of 3')).toBeVisible();
    await expect(picture(page, 0)).toBeInViewport({ ratio: 1 });
    for (const name of ['Close', 'Zoom in', 'Next picture']) {
      await expectTappable(viewer(page).getByRole('button', { name, exact: true }));
    }

    await swipe(page, [330, 500], [40, 500]);
    await expect(viewer(page).getByText('2 of 3')).toBeVisible();
    await expect(picture(page, 1)).toBeInViewport({ ratio: 1 });

    await expect.poll(() => enlargement(page, 1)).toBeCloseTo(1);
    await pinch(page, 100, 220);
    await expect.poll(() => enlargement(page, 1)).toBeGreaterThan(1.8);
    expect(await page.evaluate(() => window.visualViewport?.scale), 'the page is not').toBe(1);

    // One finger moves the enlarged picture, and does not change to the next one.
    const left = (await picture(page, 1).boundingBox())?.x ?? 0;
    await swipe(page, [200, 500], [260, 540]);
    await expect
      .poll(async () => (await picture(page, 1).boundingBox())?.x)
      .toBeGreaterThan(left + 20);
    await expect(viewer(page).getByText('2 of 3')).toBeVisible();

    await pinch(page, 250, 60);
    await expect.poll(() => enlargement(page, 1)).toBeCloseTo(1);

    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/product/1');
    await expect(opener(page, 1)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show what is inside' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(before);

    await tap(opener(page, 1));
    await expect(viewer(page).getByText('2 of 3')).toBeVisible();
    await expect(picture(page, 1)).toBeInViewport({ ratio: 1 });
  });

  test('two taps enlarge the place that they hit; code and large files load on demand, or that they cannot is said', async ({
    page,
  }) => {
    await openHydrated(page, '/product/1#picture-1');
    await expect(picture(page, 0)).toBeInViewport({ ratio: 1 });
    for (const size of [2.5, 1]) {
      await doubleTap(page, 120, 400);
      await expect.poll(() => enlargement(page, 0)).toBeCloseTo(size);
    }
    // A single tap of a button zooms as well, without a second tap or finger.
    await tap(viewer(page).getByRole('button', { name: 'Zoom in' }));
    await expect.poll(() => enlargement(page, 0)).toBeCloseTo(2.5);
    await tap(viewer(page).getByRole('button', { name: 'Zoom out' }));
    await expect.poll(() => enlargement(page, 0)).toBeCloseTo(1);
    // A viewer opened by its URL has no history entry to go back to.
    await tap(viewer(page).getByRole('button', { name: 'Close' }));
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/product/1');

    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/product/1', { waitUntil: 'networkidle' });
    const files = () => asked.filter((path) => /picture-viewer|1-inside-\d{4}/.test(path));
    expect(files()).toEqual([]);
    await tap(opener(page));
    await tap(viewer(page).getByRole('button', { name: 'Next picture' }));
    await expect(picture(page, 1)).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() => files().map((path) => path.replace(/^.*\//, '').replace(/-[\w-]{8}\.js/, '.js')))
      .toEqual(['picture-viewer.js', expect.stringMatching(/^1-inside-\d{4}\.avif$/)]);

    await openHydrated(page, '/product/1');
    await page.route(/picture-viewer/, (route) => route.abort());
    await tap(opener(page));
    await expect(page.getByText('We could not reach the shop.').first()).toBeVisible();
    await expect(page).toHaveURL('/product/1');
  });
});

test('keyboard and mouse open, move, enlarge and close the viewer, and the focus returns', async ({
  page,
}) => {
  await openHydrated(page, '/product/1');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeFocused();
  for (const [key, count] of [
    ['ArrowLeft', '1 of 3'],
    ['ArrowRight', '2 of 3'],
    ['End', '3 of 3'],
    ['ArrowRight', '3 of 3'],
    ['Home', '1 of 3'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(viewer(page).getByText(count)).toBeVisible();
  }
  await expect(picture(page, 0)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('+');
  await expect.poll(() => enlargement(page, 0)).toBeCloseTo(1.5);
  const top = (await picture(page, 0).boundingBox())?.y ?? 0;
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await picture(page, 0).boundingBox())?.y).toBeLessThan(top - 50);
  await page.keyboard.press('-');
  await expect.poll(() => enlargement(page, 0)).toBeCloseTo(1);
  // Tab reaches nothing behind the viewer: after its last control comes the browser's toolbar, then its first control.
  for (let stop = 0; stop < 7; stop += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return focused === document.body || focused?.closest('dialog') !== null;
      }),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await expect(page).toHaveURL('/product/1');
  // Closing went back one history entry, so one more Back leaves the page.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');

  // By mouse: the wheel and a double click enlarge what is under the pointer.
  await openHydrated(page, '/product/1');
  await opener(page).click();
  await expect(picture(page, 0)).toBeInViewport({ ratio: 1 });
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => enlargement(page, 0)).toBeGreaterThan(1.5);
  const before = await picture(page, 0).boundingBox();
  await page.mouse.down();
  await page.mouse.move(760, 340, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await picture(page, 0).boundingBox())?.y)
    .toBeGreaterThan((before?.y ?? 0) + 20);
  await page.mouse.dblclick(700, 300);
  await expect.poll(() => enlargement(page, 0)).toBeCloseTo(1);
});

test.describe('without scripts', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('the pictures are there, and swiped', async ({ page }) => {
    await page.goto('/product/1');
    await expect(page.getByRole('img', { name: NAMES[0] })).toBeInViewport();
    await swipe(page, [330, 400], [40, 400]);
    await expect(page.getByRole('img', { name: NAMES[1] })).toBeInViewport({ ratio: 0.5 });
  });
});
