import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { coveredControls } from '#test/e2e/support/screen-controls.ts';
import { expect, expectAccessible, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ page }) => {
  await declineCookies(page);
  await openHydrated(page, '/shop');
});

const button = (page: Page) => page.getByRole('button', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

test('the filters are a modal dialog with a name, have the focus, and keep the page from scrolling', async ({
  page,
}) => {
  await tap(button(page));
  await expect(sheet(page)).toBeVisible();
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expect(sheet(page).locator(':focus')).toHaveCount(1);
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await expectAccessible(page);
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    const outside = page.locator('body :focus:not(dialog *)');
    await expect(outside).toHaveCount(0);
  }
  const before = await page.evaluate(() => window.scrollY);
  for (const y of [60, 700]) {
    await page.mouse.move(195, y);
    await page.mouse.wheel(0, 600);
  }
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

test('button, Escape and a tap beside them close the filters, change nothing, and give the focus back', async ({
  page,
}) => {
  for (const close of [
    () => tap(sheet(page).getByRole('button', { name: 'Close' })),
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(195, 30),
  ]) {
    await openHydrated(page, '/shop');
    await tap(button(page));
    await sheet(page).getByLabel('Gift sets').check();
    await close();
    await expect(sheet(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await expect(page).toHaveURL('/shop');
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('newest');
    await expect(page).toHaveURL('/shop?sort=newest');
  }
  // Sorting in the moment in which they close applies nothing of them either.
  await openHydrated(page, '/shop');
  await tap(button(page));
  await sheet(page).getByLabel('Gift sets').check();
  await sheet(page).evaluate((dialog: HTMLDialogElement) => {
    const sort = document.querySelector<HTMLSelectElement>('select[name=sort]');
    dialog.close(); // its event comes in a later task
    if (sort) sort.value = 'newest';
    sort?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page).toHaveURL('/shop?sort=newest');
});

test('between the tap and the modal dialog they are seen, taps go nowhere, and the focus moves once', async ({
  page,
}) => {
  const inTheTask = await button(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    const sheet = document.getElementById('filters');
    return { visible: sheet?.checkVisibility(), modal: sheet?.matches(':modal') };
  });
  expect(inTheTask).toEqual({ visible: true, modal: false });
  await expect(page.locator('dialog:modal')).toHaveCount(1);

  await openHydrated(page, '/shop');
  const focused = await button(page).evaluate(async (button: HTMLButtonElement) => {
    button.focus();
    const names: (string | null)[] = [];
    addEventListener('focusin', ({ target }) => {
      if (target instanceof Element)
        names.push(target.getAttribute('aria-label') ?? target.textContent);
    });
    button.click();
    while (!document.querySelector('dialog:modal'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return names;
  });
  expect(focused).toEqual(['Close']);

  await openHydrated(page, '/shop');
  await button(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    document.querySelector<HTMLAnchorElement>('header a[href="/"]')?.click();
    document.querySelector<HTMLInputElement>('#filters [value="gift-set"]')?.click();
    button.click();
  });
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expect(page).toHaveURL('/shop');
  await tap(sheet(page).getByRole('button', { name: 'Close' }));
  await tap(page.getByRole('banner').getByRole('link', { name: 'Aparajita' }));
  await expect(page).toHaveURL('/');

  // The list is left in this moment: they are forgotten.
  await openHydrated(page, '/shop');
  await button(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    document.getElementById('filters')?.remove();
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(page.locator('dialog:modal')).toHaveCount(0);
});

test('what is chosen applies with a tap on Show products, and Back takes it away', async ({
  page,
}) => {
  await tap(button(page));
  await tap(sheet(page).getByLabel('Gift sets'));
  await tap(sheet(page).getByRole('button', { name: 'Show products' }));
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL('/shop?category=gift-set');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await tap(button(page));
  await expect(sheet(page).getByLabel('All teas')).toBeChecked();
});

test('without any script the browser opens and closes them, as a popover', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto('/shop');
  await button(page).click();
  await expect(page.getByLabel('Gift sets')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Gift sets')).toBeHidden();
  await context.close();
});
