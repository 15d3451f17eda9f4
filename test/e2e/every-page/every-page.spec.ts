import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { observeShifts } from '#test/e2e/support/layout-shift.ts';
import { fill, GUARDED, OPEN } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';

/** The request that each page waits for before it is complete. */
const READ: Record<string, string> = {
  '/cart': '**/api/cart',
  '/checkout': '**/api/payments/options',
  '/account/profile': '**/api/profile',
  '/account/security': '**/auth/v1/user',
  '/account/addresses': '**/api/addresses',
  '/account/orders': '**/api/orders*',
};

/**
 * Checks a wide window in the light theme and a narrow one in the dark theme. Problems that a program can find depend on the
 * size or on the colours, so the other combinations are not needed. `quietConsole` watches the console and the security
 * policy in every test.
 */
async function expectFitsAndAccessible(page: Page) {
  await expect(page.getByText('Loading...')).toHaveCount(0);
  // large-text.spec.ts covers phones with every text size.
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoOverflow(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  // A zoom of 200 % on a small laptop is a window of half its size. Doubling only the text in it is harder still.
  await page.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(page);
  await page.evaluate(() => {
    document.documentElement.classList.add('twice');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html.twice { font-size: 200% }');
    document.adoptedStyleSheets.push(sheet);
  });
  await expectNoOverflow(page);
}

for (const [path, heading] of Object.entries(OPEN)) {
  test(`${path} logs no error, is accessible, and fits narrow windows and large text`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectFitsAndAccessible(page);
  });
}

test.describe('signed in', () => {
  for (const path of ['/', '/product/1'] as const) {
    test(`${path} is accessible and fits narrow windows and large text`, async ({
      page,
      signedInShopper,
    }) => {
      await fill(signedInShopper);
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
      await expectFitsAndAccessible(page);
    });
  }

  for (const [path, heading] of Object.entries(GUARDED)) {
    test(`${path} shows a skeleton while it loads, is accessible empty and full, and does not shift`, async ({
      page,
      signedInShopper,
    }) => {
      test.slow();
      await test.step('skeleton', () => expectSkeleton(page, path, READ[path]));
      // An empty cart has no checkout.
      if (path !== '/checkout') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await test.step('empty', () => expectFitsAndAccessible(page));
      }
      await fill(signedInShopper);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 720 });
      await test.step('nothing jumps', () => expectNoJump(page, path));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await test.step('full', () => expectFitsAndAccessible(page));
    });
  }

  test('an order shows a skeleton while it loads', async ({ page, signedInShopper: _ }) => {
    await expectSkeleton(page, '/account/orders/next', '**/api/orders/next');
  });

  test('the address dialog is accessible and fits every window', async ({
    page,
    signedInShopper: _,
  }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible();
    await expectFitsAndAccessible(page);
  });
});

/** The page shows its skeleton and says 'Loading...' while it waits for the answer. */
async function expectSkeleton(page: Page, path: string, read: string | undefined) {
  if (!read) throw new Error(`What does ${path} read?`);
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

/** Opens the page and measures how far its parts moved until it is complete. */
async function expectNoJump(page: Page, path: string) {
  const shiftOf = await observeShifts(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByText('Loading...')).toHaveCount(0);
  expect(await shiftOf()).toBeLessThan(0.001);
}

test('nothing moves for visitors who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/product/1');
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => {
        const style = getComputedStyle(element);
        return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')];
      })
      .filter((duration) => Number.parseFloat(duration) > 0.001),
  );
  expect(moving).toEqual([]);
});
