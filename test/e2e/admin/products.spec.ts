import type { Page } from '@playwright/test';
import { DAY_MS, dayInIndia } from '#domain/day.ts';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { loseAnswers } from '#test/e2e/support/network.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { phonePhoto } from '#test/picture-file.ts';

// An owner with a phone changes prices and adds products with their photographs.
test.use(PHONE);
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ context, page }) => {
  await declineCookies(context);
  await page.goto('/dev/admin');
  await tap(page.getByRole('button', { name: /Open the admin/ }));
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
});

async function openProducts(page: Page) {
  await tap(page.getByRole('button', { name: 'All screens' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Products' }));
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
}
const message = (page: Page, text: string | RegExp) => page.getByText(text);

/** Longer than a test takes. */
const FIVE_MINUTES = 300_000;
/** The next midnight in India after this time, as a date-and-time field writes it. */
const nextMidnight = (ms: number) => `${dayInIndia(ms + DAY_MS)}T00:00`;

test('a price for the weekend ends by a new price or is kept, and Undo gives it back', async ({
  page,
  ownShop,
}) => {
  await test.step('a mistyped price that is taken back leaves a price for the weekend its end', async () => {
    await ownShop.sql(`
      insert into price_changes (product_id, price, starts_at, ends_at, state, former_price, staff_id)
      select '5', 499, now() - interval '1 hour', now() + interval '2 days', 'active', 599, user_id from staff limit 1`);
    await ownShop.sql(`update products set price = 499 where id = '5'`);
    await page.goto('/admin/products/5');
    const price = page.getByLabel('Price in rupees');
    await price.fill('39');
    await expect(
      page.getByText(/^Ends the price until .*: ₹599\.00 does not come back then\.$/),
    ).toBeVisible();
    await tap(page.getByRole('button', { name: 'Change the price now' }));
    await expect(
      message(page, 'Travel Tea Pack: ₹39.00, and the scheduled price has ended'),
    ).toBeVisible();
    await expect(page.getByText('was replaced by another price')).toBeVisible();
    await tap(page.getByRole('button', { name: 'Undo' }));
    await expect(page.getByText('is the price now')).toBeVisible();
    await expect(price).toHaveValue('499');
    const { rows } = await ownShop.sql(
      `select state, price::float from price_changes where product_id = '5'`,
    );
    expect(rows).toEqual([{ state: 'active', price: 499 }]);
    await ownShop.sql(`delete from price_changes where product_id = '5'`);
  });
  await test.step('a price for the weekend that is to stay is kept for good with one tap, and given back with another', async () => {
    await ownShop.sql(`
      insert into price_changes (product_id, price, starts_at, ends_at, state, former_price, staff_id)
      select '5', 499, now() - interval '1 hour', now() + interval '2 days', 'active', 599, user_id from staff limit 1`);
    await ownShop.sql(`update products set price = 499 where id = '5'`);
    await page.goto('/admin/products/5');
    const returns = page.getByText(/^₹599\.00 comes back on .+ (AM|PM)\.$/);
    await expect(returns).toBeVisible();
    // Saving the same price does not say that it stays for good.
    await tap(page.getByRole('button', { name: 'Change the price now' }));
    await expect(message(page, /^Travel Tea Pack: ₹499\.00 until .+ (AM|PM)$/)).toBeVisible();
    const keep = page.getByRole('button', { name: 'Keep ₹499.00 for good' });
    await tap(keep);
    await expect(
      message(page, 'Travel Tea Pack: ₹499.00, and the scheduled price has ended'),
    ).toBeVisible();
    await expect(returns).toHaveCount(0);
    await expect(keep).toHaveCount(0);
    const states = async () =>
      (await ownShop.sql(`select state from price_changes where product_id = '5'`)).rows;
    expect(await states()).toEqual([{ state: 'replaced' }]);
    await tap(page.getByRole('button', { name: 'Undo' }));
    await expect(returns).toBeVisible();
    expect(await states()).toEqual([{ state: 'active' }]);
    await ownShop.sql(`delete from price_changes where product_id = '5'`);
  });
});

test('a new product with photographs is previewed while it is hidden, then stands in the shop', async ({
  page,
  ownShop,
}) => {
  test.setTimeout(120_000);
  await openProducts(page);
  await tap(page.getByRole('link', { name: 'Add a product' }));
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();

  // Sent with empty fields: the message at the button says what is missing, and the focus moves to the first of them.
  await tap(page.getByRole('button', { name: 'Add the product' }));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Name: Enter a name');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Price: Enter a price');
  await expect(page.getByLabel('Name')).toBeFocused();

  const photos = await Promise.all(
    [1, 2].map(async (seed) => ({
      name: `IMG_000${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await phonePhoto({ seed })),
    })),
  );
  await page
    .getByLabel('Choose pictures')
    .setInputFiles([
      ...photos,
      { name: 'notes.txt', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
    ]);
  await expect(
    page.getByText('notes.txt: This is not a JPEG, PNG, WebP or AVIF picture.'),
  ).toBeVisible({
    timeout: 60_000,
  });
  await tap(page.getByRole('button', { name: 'Add the product' }));
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('What picture 1 shows').fill('A blue pouch');
  await page.getByLabel('What picture 2 shows').fill('A cup of tea with lemon');
  await tap(page.getByRole('button', { name: 'Move picture 2 up' }));
  await expect(page.getByLabel('What picture 1 shows')).toHaveValue('A cup of tea with lemon');

  await page.getByLabel('Name').fill('Lemon Blue Tea');
  await expect(
    page.getByText('Enter the net weight, for example 50g', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Net weight').fill('60g');
  await expect(
    page.getByText('Enter the net weight, for example 50g', { exact: true }),
  ).toBeHidden();
  await page.getByLabel('Short description').fill('Flowers and lemon peel.');

  // The page is reloaded before the form is sent. The typed texts are there again.
  await page.reload();
  await expect(page.getByText('What you typed last time was not saved.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Lemon Blue Tea');

  await page
    .getByLabel('Description', { exact: false })
    .nth(1)
    .fill('Flowers, and peel from Nagpur.');
  await page.getByLabel('Ingredients').fill('Butterfly pea flowers, lemon peel');
  await page.getByLabel('Price', { exact: false }).first().fill('349');
  await page.getByLabel('MRP').fill('399');
  await page.getByLabel('Pieces on the shelf').fill('12');
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('pouch of dried flowers');
  await page.getByLabel('Grams in each').fill('60');
  await expectInside(page.getByRole('main'));
  await tap(page.getByRole('button', { name: 'Add the product' }));
  await expect(page.getByRole('heading', { name: 'Lemon Blue Tea' })).toBeVisible();
  await expect(message(page, 'Lemon Blue Tea is saved, and hidden')).toBeVisible();

  // Only staff can see it.
  const inShop = `${ownShop.url}/product/lemon-blue-tea`;
  expect((await fetch(inShop)).status).toBe(404);
  await tap(page.getByRole('article').getByRole('link', { name: 'Preview' }));
  await expect(page.getByText('Only staff see this preview.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lemon Blue Tea', level: 1 })).toBeVisible();
  await expect(page.getByText('MRP ₹399.00').first()).toBeVisible();
  const picture = page.getByRole('img', { name: 'A cup of tea with lemon' });
  expect(
    await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(300);
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: 'Back to the form' }));

  await tap(page.getByLabel('Show it in the shop'));
  await tap(page.getByRole('button', { name: 'Save', exact: true }));
  await tap(page.getByRole('link', { name: 'See it in the shop' }));
  await expect(page).toHaveURL(inShop);
  await expect(page.getByRole('heading', { name: 'Lemon Blue Tea', level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: 'A cup of tea with lemon' })).toBeVisible();
  await expect(page.getByText('₹349.00').first()).toBeVisible();
  // It is also in the shop page, which is cached.
  expect(await (await fetch(`${ownShop.url}/shop`)).text()).toContain('Lemon Blue Tea');
  await ownShop.sql(`update products set active = false where id = 'lemon-blue-tea'`);
});

test('a product whose answer was lost is added and saved once', async ({ page, ownShop }) => {
  test.slow();
  await test.step('a product whose answer was lost is one product, sent again from a reloaded tab', async () => {
    await page.goto('/admin/products/new');
    await fillProduct(page, 'Night Tea');
    await loseAnswers(page, '**/api/admin/products');
    await tap(page.getByRole('button', { name: 'Add the product' }));
    await expect(page.getByText('What you typed is kept in this browser.')).toBeVisible({
      timeout: 30_000,
    });
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(page.getByText('What you typed last time was not saved.')).toBeVisible();
    await page.getByLabel('Taste').fill('Calm');
    await page.getByLabel('Price', { exact: false }).first().fill('399');
    await tap(page.getByRole('button', { name: 'Add the product' }));
    await expect(page.getByRole('heading', { name: 'Night Tea' })).toBeVisible();
    // The product was saved as first sent. Texts typed since are in its form; a price typed since is only mentioned.
    await expect(page.getByLabel('Taste')).toHaveValue('Calm');
    const apart = page.getByText('Price: you typed 399, it is 349. Change it in the box Price.');
    await expect(apart).toBeVisible();
    await tap(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Night Tea is saved, and hidden')).toBeVisible();
    await expect(apart).toBeVisible();
    await page.getByLabel('Price in rupees').fill('399');
    await tap(page.getByRole('button', { name: 'Change the price now' }));
    await expect(apart).toBeHidden();
    const { rows } = await ownShop.sql(
      `select id, taste, price::float from products where name = 'Night Tea'`,
    );
    expect(rows).toEqual([{ id: 'night-tea', taste: 'Calm', price: 399 }]);
  });
  await test.step('a second Save after a lost answer, with another price, makes no second product', async () => {
    await page.goto('/admin/products/new');
    await fillProduct(page, 'Dusk Tea');
    await loseAnswers(page, '**/api/admin/products');
    const add = page.getByRole('button', { name: 'Add the product' });
    await tap(add);
    await expect(page.getByText('What you typed is kept in this browser.')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByLabel('Price', { exact: false }).first().fill('399');
    await tap(add);
    await expect(page.getByRole('heading', { name: 'Dusk Tea' })).toBeVisible();
    await expect(page.getByText('Price: you typed 399, it is 349.')).toBeVisible();
    const { rows } = await ownShop.sql(
      `select id, price::float from products where name = 'Dusk Tea'`,
    );
    expect(rows).toEqual([{ id: 'dusk-tea', price: 349 }]);
  });
  await test.step('a product whose answer was lost is saved by a second Save, and nobody else is said to have saved it', async () => {
    await page.goto('/admin/products/6');
    await page.getByLabel('Taste').fill('Calm, of flowers ');
    await loseAnswers(page, '**/api/admin/products/6');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await tap(save);
    await expect(page.getByText('What you typed is kept in this browser.')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    const { rows } = await ownShop.sql(`select taste from products where id = '6'`);
    expect(rows).toEqual([{ taste: 'Calm, of flowers' }]);
    await tap(save);
    await expect(
      message(page, 'Deluxe Gift Set is saved').or(page.getByText('Somebody else has saved')),
    ).toBeVisible();
    await expect(page.getByText('Somebody else has saved')).toHaveCount(0);
  });
});

test('two tabs in which a product is added make two products', async ({
  page,
  context,
  ownShop,
}) => {
  await page.goto('/admin/products/new');
  await fillProduct(page, 'Morning Tea');
  const other = await context.newPage();
  await other.goto('/admin/products/new');
  await expect(other.getByLabel('Name')).toHaveValue('Morning Tea'); // a new tab starts with the last typed draft of any tab
  await fillProduct(other, 'Evening Tea');
  await page.bringToFront();
  await tap(page.getByRole('button', { name: 'Add the product' }));
  await expect(page.getByRole('heading', { name: 'Morning Tea' })).toBeVisible();
  await other.bringToFront();
  await tap(other.getByRole('button', { name: 'Add the product' }));
  await expect(other.getByRole('heading', { name: 'Evening Tea' })).toBeVisible();
  await expect(message(other, 'Evening Tea is saved, and hidden')).toBeVisible();
  const { rows } = await ownShop.sql(
    `select name from products where name in ('Morning Tea', 'Evening Tea') order by name`,
  );
  expect(rows).toEqual([{ name: 'Evening Tea' }, { name: 'Morning Tea' }]);
});

/** Fills in what a product must have. */
async function fillProduct(page: Page, name: string) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Net weight').fill('60g');
  await page.getByLabel('Short description').fill('Flowers for the evening.');
  await page.getByLabel('Description', { exact: false }).nth(1).fill('Flowers.');
  await page.getByLabel('Ingredients').fill('Butterfly pea flowers');
  await page.getByLabel('Price', { exact: false }).first().fill('349');
  await page.getByLabel('MRP').fill('449');
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('pouch');
}

test('a product is saved only with its pictures, and nobody’s changes are overwritten', async ({
  page,
  ownShop,
}) => {
  await test.step('two people who edit one product do not overwrite each other', async () => {
    await page.goto('/admin/products/6');
    await expect(page.getByRole('heading', { name: 'Deluxe Gift Set' })).toBeVisible();
    await page.getByLabel('Net weight').fill('260g');
    await ownShop.sql(`update products set taste = 'Flowery' where id = '6'`);
    await tap(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(
      page.getByText(/Somebody else has saved this product in the meantime: Taste/),
    ).toBeVisible();
    await expect(page.getByLabel('Taste')).toHaveValue('Flowery');
    await expect(page.getByLabel('Net weight')).toHaveValue('260g');
    await tap(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(message(page, 'Deluxe Gift Set is saved')).toBeVisible();
    const { rows } = await ownShop.sql(`select taste, weight from products where id = '6'`);
    expect(rows).toEqual([{ taste: 'Flowery', weight: '260g' }]);
  });
  await test.step('while a product is saved its fields take nothing, and then the focus is where it was', async () => {
    await page.goto('/admin/products/6');
    const weight = page.getByLabel('Net weight');
    await weight.fill('270g');
    const release = await hold(page, '**/api/admin/products/6');
    await weight.press('Enter');
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await expect(page.getByLabel('Taste')).toBeDisabled();
    await expect(page.getByLabel('Show it in the shop')).toBeDisabled();
    release();
    await expect(message(page, 'Deluxe Gift Set is saved')).toBeVisible();
    await expect(weight).toBeFocused();
    await expect(page.getByLabel('Taste')).toBeEnabled();
    const { rows } = await ownShop.sql(`select weight from products where id = '6'`);
    expect(rows).toEqual([{ weight: '270g' }]);
  });
  await test.step('a new product is added only after its pictures have arrived, with them', async () => {
    await page.goto('/admin/products/new');
    await fillProduct(page, 'Rain Tea');
    const release = await hold(page, '**/api/admin/pictures');
    await page.getByLabel('Choose pictures').setInputFiles({
      name: 'IMG_0009.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await phonePhoto({ seed: 9 })),
    });
    await expect(page.getByText('Uploading 1 of 1...')).toBeVisible();
    const add = page.getByRole('main').locator('button[type=submit]');
    await expect(add).toHaveText('Uploading pictures...');
    await tap(add);
    release();
    await page.getByLabel('What picture 1 shows').fill('A cup in the rain');
    await expect(add).toHaveText('Add the product');
    await tap(add);
    await expect(page.getByRole('heading', { name: 'Rain Tea' })).toBeVisible();
    const { rows } = await ownShop.sql(`select image_texts from products where name = 'Rain Tea'`);
    expect(rows).toEqual([{ image_texts: ['A cup in the rain'] }]);
  });
});

test('a price for next midnight is scheduled in India’s time, and withdrawn', async ({
  page,
  ownShop,
}) => {
  await page.goto('/admin/products/4');
  const opened = Date.now();
  await tap(page.getByRole('button', { name: 'Schedule a price' }));
  await expect(page.getByLabel('New price', { exact: true })).toBeFocused();
  await page.getByLabel('New price', { exact: true }).fill('100');
  // Near midnight the suggested day would begin during the test. Then the day after is chosen.
  if (nextMidnight(opened + FIVE_MINUTES) !== nextMidnight(opened))
    await page.getByLabel(/^From/).fill(nextMidnight(opened + FIVE_MINUTES));
  // A day without a time is refused.
  await page.getByLabel('Until').focus();
  await page.keyboard.type('12');
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(page.getByText('Enter a day and a time')).toBeVisible();
  await page.getByLabel('Until').fill('');
  // The answer is lost and the page reloaded. The typed texts are there again, and the change is scheduled only once.
  await loseAnswers(page, '**/price-changes');
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(page.getByText('We could not reach the shop.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await tap(page.getByRole('button', { name: 'Schedule a price' }));
  await expect(page.getByLabel('New price', { exact: true })).toHaveValue('100');
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(message(page, /: ₹100\.00 from .* 12:00 AM/)).toBeVisible();
  await expect(page.getByText('is scheduled')).toBeVisible();
  await expect(page.getByText(/from .* 12:00 AM/).first()).toBeVisible();
  const { rows } = await ownShop.sql(
    `select to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI') as at from price_changes where product_id = '4'`,
  );
  expect(rows).toEqual([{ at: '00:00' }]);
  await tap(page.getByRole('button', { name: 'Withdraw' }));
  const question = page.getByRole('dialog', { name: 'Withdraw the scheduled price?' });
  await expect(question).toContainText(/^.*₹100\.00 does not begin on .* 12:00 AM/);
  await expectAccessible(page);
  await tap(question.getByRole('button', { name: 'Keep it' }));
  await expect(question).toBeHidden();
  await expect(page.getByText('is scheduled')).toBeVisible();
  await tap(page.getByRole('button', { name: 'Withdraw' }));
  await tap(question.getByRole('button', { name: 'Withdraw' }));
  await expect(page.getByText('was withdrawn')).toBeVisible();
});
