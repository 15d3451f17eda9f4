import type { BrowserContext, Page } from '@playwright/test';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Nothing that a shopper does before a page's scripts have come, or after a deployment took them away, may be lost.
test.use(PHONE);

test('what a shopper taps, types and chooses before hydration counts once it is there, in its order', async ({
  page,
  signedInShopper,
}) => {
  const scripts = await scriptGate(page);
  const releaseUnhydrated = async () => {
    expect(await scripts.isHydrated()).toBe(false);
    scripts.release();
  };

  await test.step('more, and Add to Cart', async () => {
    await scripts.visit('/product/1');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await releaseUnhydrated();
    await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
    const lines = [{ product_id: '1', quantity: 2 }];
    expect(await signedInShopper.call('GET', '/cart')).toMatchObject(lines);
  });

  await test.step('what is typed into the search is searched for', async () => {
    await scripts.visit('/shop');
    const search = page.getByPlaceholder('Search products...');
    await search.pressSequentially('travel');
    await releaseUnhydrated();
    await expect(page).toHaveURL(/search=travel/);
    await expect(search).toHaveValue('travel');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  });

  await test.step('the Filters panel opens, and what is chosen in it applies', async () => {
    await scripts.visit('/shop');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Gift sets').check();
    await page.getByRole('button', { name: 'Show products' }).click();
    await releaseUnhydrated();
    await expect(page).toHaveURL(/category=gift-set/);
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
  });

  await test.step('a message that is sent is checked, and every word of it is kept', async () => {
    await scripts.visit('/contact');
    const field = (name: string) => page.getByRole('textbox', { name });
    await field('Message').fill('Do you wrap gifts?');
    await field('Subject').press('Enter');
    await releaseUnhydrated();
    await expect(field('Subject')).toHaveAccessibleDescription('Subject is required');
    await expect(field('Message')).toHaveValue('Do you wrap gifts?');
  });
});

/** Holds back the scripts of the documents that a page visits, until `release` lets those of the open one come. */
async function scriptGate(page: Page) {
  let gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-hydrated', ''),
    );
  });
  return {
    async visit(path: string) {
      gate = Promise.withResolvers();
      await page.goto(path);
    },
    isHydrated: async () => (await page.locator('html[data-hydrated]').count()) > 0,
    release: () => gate.resolve(),
  };
}

const GONE = { status: 404, body: 'Not found' };

/** Runs a part of a test in a tab of its own, where nothing has been opened yet, and counts the documents it opens. */
const inNewTab = (
  context: BrowserContext,
  title: string,
  check: (page: Page, opened: { documents: number }) => Promise<void>,
) =>
  test.step(title, async () => {
    const page = await context.newPage();
    const opened = { documents: 0 };
    page.on('request', (request) => {
      if (request.isNavigationRequest()) opened.documents += 1;
    });
    await check(page, opened);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

/** Until a page has opened again, it is of a former build: these files are gone. */
const goneBefore = (page: Page, opened: { documents: number }, files: string) =>
  page.route(files, (route) => (opened.documents < 2 ? route.fulfill(GONE) : route.continue()));

test('a page of a former build opens again by itself, once, or says what to do', async ({
  context,
  signedInShopper: _,
}) => {
  await inNewTab(context, 'its scripts are gone', async (page, opened) => {
    await goneBefore(page, opened, '**/assets/*.js');
    await page.goto('/product/1');
    await expect.poll(() => opened.documents).toBe(2);
    await tap(page.getByRole('button', { name: 'Increase quantity' }));
    await expect(page.getByRole('main').locator('output').first()).toHaveText('2');
    expect(opened.documents).toBe(2);
  });

  await inNewTab(context, 'servers of two builds answer', async (page, opened) => {
    await page.route('**/assets/*.js', (route) => route.fulfill(GONE));
    await page.goto('/product/1');
    await expect.poll(() => opened.documents).toBe(2);
    await tap(page.getByRole('button', { name: 'Add to Cart' }));
    await expect(page.getByRole('alert')).toContainText('or reload.');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => window.dispatchEvent(new Event('online'))); // otherwise it would wait for its next try
    await expect(page.getByRole('alert')).toBeEmpty(); // a server of this page's build has answered
    expect(opened.documents).toBe(2);
  });

  const add = (page: Page) => tap(page.getByRole('button', { name: 'Add Your First Address' }));
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Address' });
  await inNewTab(context, 'the address form of a former build', async (page, opened) => {
    await goneBefore(page, opened, '**/assets/address-form-*.js');
    await openHydrated(page, '/account/addresses');
    await add(page);
    await expect.poll(() => opened.documents).toBe(2);
    await add(page);
    await expect(dialog(page)).toBeVisible();
    expect(opened.documents).toBe(2);
  });
});
