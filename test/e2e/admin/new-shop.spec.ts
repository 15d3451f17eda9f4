import type { Page } from '@playwright/test';
import { DAY_MS, dayInIndia } from '#domain/day.ts';
import { openAsOwner, openScreen, signUpAndIn, statusMessage } from '#test/e2e/support/admin.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { phonePhoto } from '#test/picture-file.ts';

// An owner with a phone opens a shop.
test.use(PHONE);
test.describe.configure({ mode: 'default' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a new product with photographs is previewed while it is hidden, then stands in the shop, with a price for tomorrow', async ({
  page,
  context,
  ownShop,
}) => {
  await declineCookies(context);
  await openAsOwner(page);
  await openScreen(page, 'Products');
  await tap(page.getByRole('link', { name: 'Add a product' }));
  const photo = async (seed: number) => ({
    name: `IMG_000${seed}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await phonePhoto({ seed })),
  });
  await page.getByLabel('Choose pictures').setInputFiles([await photo(1), await photo(2)]);
  await page.getByLabel('What picture 1 shows').fill('A blue pouch');
  await page.getByLabel('What picture 2 shows').fill('A cup of tea with lemon');
  await tap(page.getByRole('button', { name: 'Move picture 2 up' }));
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('A cup of tea with lemon');
  await page.getByLabel('Name').fill('Lemon Blue Tea');
  await page.getByLabel('Net weight').fill('60g');
  await page.getByLabel('Short description').fill('Flowers and lemon peel.');

  await page.getByLabel('Description', { exact: false }).nth(1).fill('Flowers, and peel.');
  await page.getByLabel('Ingredients').fill('Butterfly pea flowers, lemon peel');
  await page.getByLabel('Price', { exact: false }).first().fill('349');
  await page.getByLabel('MRP').fill('399');
  await page.getByLabel('Pieces on the shelf').fill('12');
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('pouch of dried flowers');
  await page.getByLabel('Grams in each').fill('60');
  await expectInside(page.getByRole('main'));
  await tap(page.getByRole('button', { name: 'Add the product' }));
  await expect(page.getByRole('heading', { name: 'Lemon Blue Tea' })).toBeVisible();
  await expect(page.getByText('Lemon Blue Tea is saved, and hidden')).toBeVisible();

  // Only staff can see it.
  const inShop = `${ownShop.url}/product/lemon-blue-tea`;
  expect((await fetch(inShop)).status).toBe(404);
  await tap(page.getByRole('article').getByRole('link', { name: 'Preview' }));
  await expect(page.getByText('Only staff see this preview.')).toBeVisible();
  await expect(heading(page)).toHaveText('Lemon Blue Tea');
  const picture = page.getByRole('img', { name: 'A cup of tea with lemon' });
  const widthOf = (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth);
  expect(await picture.evaluate(widthOf)).toBeGreaterThan(300);
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: 'Back to the form' }));

  // Midnight is India's. Near midnight the suggested day would begin during the test, so the day after is chosen.
  await tap(page.getByRole('button', { name: 'Schedule a price' }));
  await page.getByLabel('New price', { exact: true }).fill('100');
  await page.getByLabel(/^From/).fill(`${dayInIndia(Date.now() + 2 * DAY_MS)}T00:00`);
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(page.getByText(/: ₹100\.00 from .* 12:00 AM/)).toBeVisible();

  await tap(page.getByLabel('Show it in the shop'));
  await tap(page.getByRole('button', { name: 'Save', exact: true }));
  await tap(page.getByRole('link', { name: 'See it in the shop' }));
  await expect(page).toHaveURL(inShop);
  await expect(page.getByRole('img', { name: 'A cup of tea with lemon' })).toBeVisible();
  await expect(page.getByText('₹349.00').first()).toBeVisible();
  // It is also in the shop page, which is cached.
  expect(await (await fetch(`${ownShop.url}/shop`)).text()).toContain('Lemon Blue Tea');
  await ownShop.sql(`update products set active = false where id = 'lemon-blue-tea'`);
});

test('an invitation lets somebody in until their access ends', async ({
  page,
  context,
  browser,
  ownShop,
}) => {
  await declineCookies(context);
  await openAsOwner(page);
  const bina = await (
    await browser.newContext({ ...PHONE, baseURL: ownShop.url, serviceWorkers: 'block' })
  ).newPage();
  const email = await signUpAndIn(bina, ownShop, 'packer');
  await page.goto('/admin/staff');
  await page.getByLabel('Email').fill(email.toUpperCase());
  await tap(page.getByRole('button', { name: 'Invite' }));
  const link = (await page.locator('code').textContent()) ?? '';
  await bina.goto(link.slice(link.indexOf('/admin/join')));
  await tap(bina.getByRole('button', { name: 'Accept the invitation' }));
  await expect(heading(bina)).toHaveText('Today');
  expect(bina.url()).not.toContain('#');
  await page.reload();
  await tap(page.getByRole('button', { name: `End access of ${email}` }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('at once and on every device');
  await tap(dialog.getByRole('button', { name: 'End access' }));
  await expect(statusMessage(page, `${email} has no access any more`)).toBeVisible();
  await bina.goto('/admin');
  await expect(heading(bina)).toHaveText('404');
  await bina.context().close();
});
