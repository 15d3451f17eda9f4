import { readFile } from 'node:fs/promises';
import { done, test } from './admin.ts';
import { PHONE } from './phone.ts';
import { expect, expectAccessible } from './shop.ts';
import { tap } from './tap.ts';

test.use(PHONE);

test.afterEach(({ ownShop }) =>
  ownShop.sql('delete from shop_settings; select increment_catalogue_revision()'),
);

test('a notice and a new telephone number reach the shop’s pages', async ({ admin, context }) => {
  await admin.goto('/admin/settings');
  const notice = admin.getByRole('form', { name: 'Notice' });
  await notice.getByLabel('Text').fill('No deliveries on 8 and 9 November');
  await tap(notice.getByRole('button', { name: 'Save' }));
  await expect(done(admin, 'Notice saved')).toBeVisible();
  const identity = admin.getByRole('form', { name: 'Who runs the shop' });
  await identity.getByLabel('Phone').fill('022 9999');
  await tap(identity.getByRole('button', { name: 'Save' }));
  await expect(identity.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await identity.getByLabel('Phone').fill('+91 22 9999 0000');
  await tap(identity.getByRole('button', { name: 'Save' }));
  await expect(done(admin, 'Shop details saved')).toBeVisible();
  await expectAccessible(admin);

  const shopper = await context.newPage();
  await expect(async () => {
    await shopper.goto('/contact');
    await expect(shopper.getByRole('main')).toContainText('+91 22 9999 0000', { timeout: 1_000 });
  }).toPass();
  await expect(shopper.getByRole('complementary', { name: 'Notice' })).toHaveText(
    'No deliveries on 8 and 9 November',
  );
  await expectAccessible(shopper);
});

test('of two tabs, the second keeps what was typed and overwrites nothing unseen', async ({
  admin,
  context,
}) => {
  const other = await context.newPage();
  const formIn = (page: typeof admin) => {
    const form = page.getByRole('form', { name: 'Low stock' });
    return {
      pieces: form.getByLabel('Pieces'),
      button: (name: string) => form.getByRole('button', { name }),
    };
  };
  await admin.goto('/admin/settings');
  const mine = formIn(admin);
  await mine.pieces.fill('23');
  await other.goto('/admin/settings');
  const theirs = formIn(other);
  await theirs.pieces.fill('17');
  await tap(theirs.button('Save'));
  await expect(done(other, 'Low stock saved')).toBeVisible();

  // Refused, because the other tab saved; a tab that has heard of it by itself asks at once.
  const showSaved = mine.button('Show the saved values');
  await expect(async () => {
    const save = mine.button('Save');
    if (await save.isVisible()) await save.click({ timeout: 1_000 });
    await expect(showSaved).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(mine.pieces).toHaveValue('23');
  await tap(showSaved);
  await expect(mine.pieces).toHaveValue('17');
  await mine.pieces.fill('24');
  await tap(mine.button('Save'));
  await expect(done(admin, 'Low stock saved')).toBeVisible();
});

test('no report scrolls sideways on a phone', async ({ admin }) => {
  await admin.goto('/admin/reports');
  await tap(admin.getByRole('button', { name: '90 days' }));
  for (const name of [
    'Sales by day',
    'Sales by product',
    'Payment methods',
    'Returned to origin',
    'Refunds',
  ]) {
    const link = admin.getByRole('link', { name });
    await tap(link);
    await expect(link).toHaveAttribute('aria-current', 'page');
    const main = admin.getByRole('main');
    const totals = main
      .getByRole('row', { name: /^Total/ })
      .or(main.getByRole('listitem').filter({ hasText: /^Total/ }));
    // Nobody may have been given money back in these days.
    await expect(totals.or(main.getByText('There is nothing in these days.'))).toBeVisible();
    const wider = await main.evaluate((part) =>
      [...part.querySelectorAll('section[aria-label]')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ ariaLabel }) => ariaLabel),
    );
    expect(wider, name).toEqual([]);
  }
  await tap(admin.getByRole('link', { name: 'Returned to origin' }));
  await expect(admin.getByRole('listitem').filter({ hasText: /^Total/ })).toBeVisible();
  await expectAccessible(admin);
});

test('reports are drawn, told in a table and saved as a file', async ({ admin }) => {
  await admin.goto('/admin/reports');
  for (const name of ['Sales by product', 'Payment methods', 'Returned to origin', 'Refunds']) {
    const link = admin.getByRole('link', { name });
    await tap(link);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await tap(admin.getByRole('link', { name: 'Sales by day' }));
  await tap(admin.getByRole('button', { name: '90 days' }));
  const total = admin.getByRole('listitem').filter({ hasText: /^Total/ });
  await expect(total).toBeVisible();
  await expectAccessible(admin);
  const download = admin.waitForEvent('download');
  await tap(admin.getByRole('button', { name: 'Save as CSV' }));
  const file = await readFile(await (await download).path(), 'utf8');
  const [head, ...lines] = file.trimEnd().split('\r\n');
  expect(head).toBe('\ufeffDay,Orders,Sales,Cancelled');
  expect(lines.length).toBeGreaterThan(20);
});
