import type { Page, Route } from '@playwright/test';
import { openToday, statusMessage, test } from '#test/e2e/support/admin.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test.afterEach(({ ownShop }) =>
  ownShop.sql('delete from shop_settings; select increment_catalogue_revision()'),
);

/** Answers changes as the server of a later build would. */
const refuse = (route: Route) =>
  route.request().method() === 'GET'
    ? route.fallback()
    : route.fulfill({
        status: 400,
        json: {
          error: {
            code: 'invalid_input',
            message: 'Please check the highlighted fields.',
            fields: { value: 'Not a setting' },
          },
        },
      });

const lowStock = (page: Page) => page.getByRole('form', { name: 'Low stock' });

/** Types a number of pieces and saves it. */
async function save(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await lowStock(page).getByLabel('Pieces').fill('31');
  await tap(lowStock(page).getByRole('button', { name: 'Save' }));
}

test('a tab that was open across a deployment says so, keeps what was typed, and finds its screens', async ({
  admin,
  ownShop,
}) => {
  await test.step('a tab that was open across a deployment says so, and a reload keeps what was typed', async () => {
    await admin.route('**/api/admin/settings', refuse);
    await admin.route(`${ownShop.url}/admin`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/manifest-\w+\.js/g, 'manifest-later.js');
      await route.fulfill({ response: answer, body });
    });
    await save(admin);
    const dialog = admin.getByRole('dialog', { name: 'The admin was updated' });
    await expect(dialog).toContainText('Reload to continue. Most of what you typed is kept.');
    await expect(admin.getByText('Please check the highlighted fields.')).toHaveCount(0);
    await expectAccessible(admin);
    await expectNoOverflow(admin);
    await admin.unrouteAll({ behavior: 'wait' });
    await tap(dialog.getByRole('button', { name: 'Reload' }));
    await expect(lowStock(admin)).toContainText(/Draft from .* restored/);
    await expect(lowStock(admin).getByLabel('Pieces')).toHaveValue('31');
    await tap(lowStock(admin).getByRole('button', { name: 'Save' }));
    await expect(statusMessage(admin, 'Low stock saved')).toBeVisible();
  });
  await test.step('a mistake in a form of the present build is told as what it is', async () => {
    await admin.route('**/api/admin/settings', refuse);
    await save(admin);
    await expect(admin.getByText('Please check the highlighted fields.')).toBeVisible();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a screen whose file a later build no longer has opens after a reload by itself', async () => {
    await openToday(admin);
    let gone = true;
    await admin.route(`${ownShop.url}/admin`, async (route) => {
      if (route.request().resourceType() === 'document') return route.fallback();
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/manifest-\w+\.js/g, 'manifest-later.js');
      await route.fulfill({ response: answer, body });
    });
    await admin.route('**/assets/audit-screen-*.js', (route) => {
      if (!gone) return route.fallback();
      gone = false;
      return route.fulfill({ status: 404, body: 'Not found' });
    });
    await tap(admin.getByRole('button', { name: 'All screens' }));
    await tap(admin.getByRole('dialog').getByRole('link', { name: 'Audit log' }));
    await expect(admin.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  });
});
