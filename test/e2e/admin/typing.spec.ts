import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/admin.ts';
import { stall } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

const FORMS = {
  newsletter: async (admin: Page) => {
    await admin.goto('/admin/newsletter');
    await admin.getByRole('link', { name: 'Write a newsletter' }).click();
    await expect(admin.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  },
  product: async (admin: Page) => {
    await admin.goto('/admin/products/new');
    await expect(admin.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  },
};

test('what is typed into a form stands in its fields, key by key', async ({ admin }) => {
  for (const [name, open] of Object.entries(FORMS)) {
    await open(admin);
    // Fields for numbers are left out: they do not accept the typed letters.
    const fields = admin.locator(
      ':is(input:not([type]), input[type=text], input[type=url], textarea):not([inputmode]):visible',
    );
    const count = await fields.count();
    expect(count, name).toBeGreaterThan(2);
    for (let n = 0; n < count; n += 1) {
      const field = fields.nth(n);
      await field.fill('');
      await field.pressSequentially('ht b ');
      await expect(field).toHaveValue('ht b ');
    }
  }
});

test.describe('on a phone, nothing is typed into a form that is being saved', () => {
  test.use(PHONE);

  /** Opens and fills a form whose request goes to `url`. @returns its fields and its button. */
  const SAVED = {
    'a price': async (admin: Page) => {
      await admin.goto('/admin/products/2');
      const form = admin.locator('form').filter({ has: admin.getByLabel('Price in rupees') });
      await form.getByLabel('MRP in rupees').fill('2000');
      return { form, button: 'Change the price now', url: '**/api/admin/products/*/price' };
    },
    'a scheduled price': async (admin: Page) => {
      await admin.goto('/admin/products/2');
      await tap(admin.getByRole('button', { name: 'Schedule a price' }));
      const form = admin.locator('form').filter({ has: admin.getByLabel('New MRP') });
      await form.getByLabel('New price').fill('1');
      return { form, button: 'Schedule', url: '**/api/admin/products/*/price-changes' };
    },
  };

  test('neither a price nor a scheduled one', async ({ admin }) => {
    for (const begin of Object.values(SAVED)) {
      const { form, button, url } = await begin(admin);
      const abort = await stall(admin, url);
      await tap(form.getByRole('button', { name: button, exact: true }));
      await expect(form.locator('[aria-busy=true]')).toBeVisible();
      const fields = await form.locator('input, textarea, select').all();
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) await expect(field).not.toBeEditable();
      await abort();
    }
  });
});
