import type { Page } from '@playwright/test';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { observeShifts } from '#test/e2e/support/layout-shift.ts';
import { adminScreens, fill, GUARDED, OPEN, SKELETONS } from '#test/e2e/support/screens.ts';
import { expect, expectAccessible, expectNoOverflow, test } from '#test/e2e/support/shop.ts';

// `quietConsole` watches the console and the security policy in every test.

test('every open page is accessible, fits narrow windows and large text, and moves nothing where less motion is preferred', async ({
  page,
}) => {
  await forEach(Object.keys(OPEN), async (path) => {
    await openWide(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(OPEN[path] ?? '');
    await expectNoMotion(page);
    await expectFitsAndAccessible(page);
  });
});

test('every page of a shopper shows a skeleton while it loads, does not shift, and is accessible, empty and full', async ({
  page,
  signedInShopper,
}) => {
  const shiftOf = await observeShifts(page);
  await forEach(Object.keys(SKELETONS), async (path) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await expectSkeleton(page, path, SKELETONS[path] ?? '');
    // An empty cart has no checkout, and no order has this id.
    if (['/checkout', '/account/orders/next'].includes(path)) return;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(GUARDED[path] ?? '');
    await expectFitsAndAccessible(page);
  });
  const { order } = await fill(signedInShopper);
  const full = { ...GUARDED, [`/account/orders/${order}`]: /^Order #/ };
  await forEach(Object.keys(full), async (path) => {
    await openWide(page, path, 'networkidle');
    await expect(page.getByText('Loading...')).toHaveCount(0);
    expect(await shiftOf(), 'nothing jumps').toBeLessThan(0.001);
    await expect(page.getByRole('heading', { name: full[path] }).first()).toBeVisible();
    await expectFitsAndAccessible(page);
  });
  await forEach(['/', '/product/1'], async (path) => {
    await openWide(page, path);
    await expect(page.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible();
    await expectFitsAndAccessible(page);
  });
});

/** Opens a dialog, sheet or menu, by the name of what is then open. */
const OPENERS: Record<string, (page: Page) => Promise<void>> = {
  'Add New Address': async (page) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
  },
  'Change email': async (page) => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Change email' }).click();
  },
  'Add authenticator app': async (page) => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
  },
  Filters: async (page) => {
    await page.goto('/shop');
    await page.getByRole('button', { name: 'Filters' }).click();
  },
  'Dried Aparajita Flowers': async (page) => {
    await page.goto('/product/1');
    await page
      .getByRole('button', { name: /View larger/ })
      .first()
      .click();
  },
};

test('every dialog is accessible and fits every window', async ({ page, signedInShopper: _ }) => {
  await forEach(Object.keys(OPENERS), async (name) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await OPENERS[name]?.(page);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectFitsAndAccessible(page);
  });
});

test('every screen for staff is accessible, and fits phones and wide windows', async ({
  page,
  request,
  signedInShopper,
}) => {
  const { order } = await fill(signedInShopper);
  await (await demoOwner(request)).signInto(page.context());
  await forEach(adminScreens(order), async (path) => {
    await openWide(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});

async function openWide(page: Page, path: string, waitUntil: 'load' | 'networkidle' = 'load') {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(path, { waitUntil });
}

/**
 * Checks a wide window in the light theme and a narrow one in the dark theme. Problems that a program can find depend on the
 * size or on the colours, so the other combinations are not needed.
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
