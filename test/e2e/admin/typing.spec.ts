import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/admin.ts';
import { expect } from '#test/e2e/support/shop.ts';

const FORMS = {
  newsletter: async (admin: Page) => {
    await admin.goto('/admin/newsletter');
    await admin.getByRole('button', { name: 'Write a newsletter' }).click();
    await expect(admin.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  },
  product: async (admin: Page) => {
    await admin.goto('/admin/products/new');
    await expect(admin.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  },
  settings: async (admin: Page) => {
    await admin.goto('/admin/settings');
    await expect(admin.getByRole('textbox').first()).toBeVisible();
  },
};

for (const [name, open] of Object.entries(FORMS)) {
  test(`what is typed into a form stands in its fields, key by key: ${name}`, async ({ admin }) => {
    await open(admin);
    // Not numbers: their fields take nothing else.
    const fields = admin.locator(
      ':is(input:not([type]), input[type=text], input[type=url], textarea):not([inputmode]):visible',
    );
    const count = await fields.count();
    expect(count).toBeGreaterThan(2);
    for (let n = 0; n < count; n += 1) {
      const field = fields.nth(n);
      await field.fill('');
      await field.pressSequentially('ht b ');
      await expect(field).toHaveValue('ht b ');
    }
  });
}
