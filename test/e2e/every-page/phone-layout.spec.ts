import type { Locator } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { expectInOwnBox, PHONE } from '#test/e2e/support/phone.ts';
import { fill } from '#test/e2e/support/screens.ts';
import { expect, expectReachable, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Which parts stand side by side on a phone. A CSS rule meant for another layout shows here first.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

/** The middles of the parts are at the same height, to two pixels. */
async function expectInOneRow(parts: Locator[]) {
  await expect(async () => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN));
    expect(Math.max(...middles) - Math.min(...middles), String(middles)).toBeLessThanOrEqual(2);
  }).toPass({ timeout: 15_000 });
}

test('on a phone the menu opens below the header and leads on, and what belongs together stands together', async ({
  page,
  signedInShopper,
}) => {
  await openHydrated(page, '/');
  await page.evaluate(() => document.fonts.ready);
  const header = await page.getByRole('banner').boundingBox();
  await tap(page.getByRole('button', { name: 'Menu', exact: true }));
  await expect
    .poll(async () => (await page.locator('#mobile-menu').boundingBox())?.y)
    .toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await tap(page.getByRole('button', { name: 'Menu', exact: true }));
  await tap(menu.getByRole('link', { name: 'About' }));
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();

  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await tap(page.getByRole('button', { name: 'Menu', exact: true }));
  for (const link of [menu.getByRole('link').first(), menu.getByRole('link').last()]) {
    await expectReachable(link);
  }
  await page.setViewportSize(PHONE.viewport);
  await openHydrated(page, '/');

  const box = page.getByRole('main').getByRole('form', { name: 'Newsletter' });
  await box.scrollIntoViewIfNeeded();
  await expectInOneRow([box.getByPlaceholder('Your email address'), box.getByRole('button')]);

  // On smaller phones the newsletter's button stands beside its field or is as wide.
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await openHydrated(page, '/about');
    const box = page.getByRole('contentinfo').getByRole('form', { name: /newsletter/i });
    const [field, button] = [box.getByPlaceholder('Your email address'), box.getByRole('button')];
    await box.scrollIntoViewIfNeeded();
    if (width === 360) await expectInOneRow([field, button]);
    else {
      await expect(async () =>
        expect((await button.boundingBox())?.width).toBe((await field.boundingBox())?.width),
      ).toPass({ timeout: 15_000 });
    }
    // The field's placeholder is not cut off.
    const [content, own] = await field.evaluate((input) => [input.scrollWidth, input.clientWidth]);
    expect(content).toBeLessThanOrEqual(own ?? 0);
  }

  // No tab of a product is cut off, on small phones and beside the pictures of a tablet.
  await page.goto('/product/2');
  const tabs = page.getByRole('tablist', { name: /^About/ });
  for (const width of [360, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expectInOwnBox(tabs);
  }
  await page.setViewportSize(PHONE.viewport);

  await fill(signedInShopper);
  await page.goto('/cart');
  const line = page.getByRole('main').getByRole('listitem').first();
  const stepper = line.getByRole('group', { name: /^Quantity of/ });
  await expectInOneRow([stepper, line.getByText('₹1,198.00')]);

  await page.goto('/account/addresses');
  const entries = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await expect(entries).toHaveCount(4);
  await expectInOneRow(await entries.all());

  await tap(page.getByRole('button', { name: 'Add Address' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Country').focus(); // scrolls the dialog down
  await tap(dialog.getByRole('button', { name: 'Save Address' }));
  await expect(dialog.getByLabel('Postal Code')).toBeFocused();
  await expect(dialog.locator('label', { hasText: 'Postal Code' })).toBeInViewport({ ratio: 1 });
});
