import type { Page } from '@playwright/test';
import { openOrder, rows, test } from '#test/e2e/support/admin.ts';
import { drawn, holdAnswer, stall } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';
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
  settings: async (admin: Page) => {
    await admin.goto('/admin/settings');
    await expect(admin.getByRole('textbox').first()).toBeVisible();
  },
};

for (const [name, open] of Object.entries(FORMS)) {
  test(`what is typed into a form stands in its fields, key by key: ${name}`, async ({ admin }) => {
    await open(admin);
    // Fields for numbers are left out: they do not accept the typed letters.
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

test.describe('on a phone, nothing is typed into a form that is being saved', () => {
  test.use(PHONE);

  /** Opens and fills a form whose request goes to `url`. @returns its fields and its button. */
  const SAVED = {
    'a setting': async (admin: Page) => {
      await admin.goto('/admin/settings');
      const form = admin.getByRole('form', { name: 'Notice' });
      await form.getByLabel('Text').fill('No deliveries on Sunday');
      return { form, button: 'Save', url: '**/api/admin/settings' };
    },
    'a courier': async (admin: Page) => {
      await admin.goto('/admin/settings');
      await tap(admin.getByRole('button', { name: /^Change Delhivery/ }));
      const form = admin.getByRole('form', { name: 'Change Delhivery' });
      await form.getByLabel('Name').fill('Delhivery South');
      return { form, button: 'Save', url: '**/api/admin/couriers/*' };
    },
    'a note': async (admin: Page) => {
      await openOrder(admin, 'delivered');
      const form = admin.locator('form').filter({ has: admin.getByLabel('Note for the staff') });
      await form.getByLabel('Note for the staff').fill('Ring twice');
      return { form, button: 'Add', url: '**/api/admin/orders/*/notes' };
    },
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

  for (const [what, begin] of Object.entries(SAVED)) {
    test(what, async ({ admin }) => {
      const { form, button, url } = await begin(admin);
      const abort = await stall(admin, url);
      await tap(form.getByRole('button', { name: button, exact: true }));
      await expect(form.locator('[aria-busy=true]')).toBeVisible();
      const fields = await form.locator('input, textarea, select').all();
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) await expect(field).not.toBeEditable();
      await abort();
    });
  }
});

test.describe('on a phone, a late answer closes no form that was opened since', () => {
  test.use(PHONE);

  test('for a courier', async ({ admin }) => {
    await admin.goto('/admin/settings');
    await tap(admin.getByRole('button', { name: /^Change Delhivery/ }));
    const first = admin.getByRole('form', { name: 'Change Delhivery' });
    const saved = await holdAnswer(admin, '**/api/admin/couriers/*');
    await tap(first.getByRole('button', { name: 'Save' }));
    await saved.read;
    await tap(admin.getByRole('button', { name: 'Add a courier' }));
    const second = admin.getByRole('form', { name: 'Add a courier' });
    await second.getByLabel('Name').fill('By cart');
    await saved.release();
    await expect(admin.getByText('Delhivery saved')).toBeVisible();
    await expect(second.getByLabel('Name')).toHaveValue('By cart');
  });

  test('for a courier, but a refusal is still shown', async ({ admin, ownShop }) => {
    await admin.goto('/admin/settings');
    await tap(admin.getByRole('button', { name: /^Change DTDC/ }));
    const first = admin.getByRole('form', { name: 'Change DTDC' });
    await ownShop.sql(`update couriers set name = 'DTDC Express' where name = 'DTDC'`);
    const refused = await holdAnswer(admin, '**/api/admin/couriers/*');
    await tap(first.getByRole('button', { name: 'Save' }));
    await refused.read;
    await tap(admin.getByRole('button', { name: 'Add a courier' }));
    await refused.release();
    await expect(admin.getByText('Not saved')).toBeVisible();
    await expect(admin.getByRole('form', { name: 'Add a courier' })).toBeVisible();
    await ownShop.sql(`update couriers set name = 'DTDC' where name = 'DTDC Express'`);
  });

  test('for a product’s stock', async ({ admin }) => {
    await admin.goto('/admin/stock');
    const row = admin.getByRole('listitem').filter({ hasText: 'Travel Tea Pack' });
    await tap(row.getByRole('button', { name: /^Receive/ }));
    await row.getByRole('textbox').first().fill('3');
    const saved = await holdAnswer(admin, '**/api/admin/stock/*/movements');
    await tap(row.getByRole('button', { name: 'Save' }));
    await saved.read;
    await tap(row.getByRole('button', { name: /^History/ }));
    await expect(row.getByRole('textbox')).toHaveCount(0);
    await tap(row.getByRole('button', { name: /^Receive/ }));
    await row.getByLabel('Note').fill('the second box');
    await saved.release();
    await expect(admin.getByText(/^Travel Tea Pack: \d+ for sale/)).toBeVisible();
    await expect(row.getByLabel('Note')).toHaveValue('the second box');
  });

  test('for a price in the list', async ({ admin }) => {
    await admin.goto('/admin/products');
    const price = admin.getByRole('button', { name: /^Price of Travel Tea Pack/ });
    const field = admin.getByLabel('New price of Travel Tea Pack in rupees');
    await tap(price);
    await field.fill('580');
    const saved = await holdAnswer(admin, '**/api/admin/products/*/price');
    await field.press('Enter');
    await saved.read;
    await field.press('Escape');
    await tap(price);
    await expect(field).toBeVisible();
    await saved.release();
    await expect(admin.getByText('Travel Tea Pack: ₹580.00')).toBeVisible();
    await expect(field).toBeVisible();
  });

  test('for a price in the list, nor does it take the focus from the next one', async ({
    admin,
  }) => {
    await admin.goto('/admin/products');
    const field = admin.getByLabel('New price of Travel Tea Pack in rupees');
    const next = admin.getByLabel('New price of Deluxe Gift Set in rupees');
    await tap(admin.getByRole('button', { name: /^Price of Travel Tea Pack/ }));
    await field.fill('590');
    const saved = await holdAnswer(admin, '**/api/admin/products/*/price');
    await field.press('Enter');
    await saved.read;
    await tap(admin.getByRole('button', { name: /^Price of Deluxe Gift Set/ }));
    await expect(next).toBeFocused();
    await admin.keyboard.type('14');
    await saved.release();
    await expect(admin.getByText('Travel Tea Pack: ₹590.00')).toBeVisible();
    await expect(field).toHaveCount(0);
    await admin.keyboard.type('75');
    await expect(next).toHaveValue('1475');
    await next.press('Escape');
    await expect(admin.getByRole('button', { name: /^Price of Deluxe Gift Set/ })).toBeFocused();
  });
});

for (const [device, use] of Object.entries({ 'a phone': PHONE, 'a computer': {} })) {
  test.describe(`on ${device}, a day to filter by`, () => {
    test.use(use);

    const SCREENS = {
      orders: { path: '/admin/orders', request: /\/api\/admin\/orders\?/ },
      'the audit log': { path: '/admin/audit', request: /\/api\/admin\/audit\?/ },
    };

    for (const [what, { path, request }] of Object.entries(SCREENS)) {
      test(`is typed key by key, and asked for once: ${what}`, async ({ admin }) => {
        const asked: string[] = [];
        admin.on('request', (each) => {
          const from = request.test(each.url()) && new URL(each.url()).searchParams.get('from');
          if (from) asked.push(from);
        });
        await admin.goto(path);
        const filter = admin.getByText('Filter', { exact: true });
        if (what === 'orders') await tap(filter);
        const field = admin.getByLabel('From', { exact: true });
        await field.pressSequentially('11252026');
        await expect(field).toHaveValue('2026-11-25');
        await expect(admin).toHaveURL(/from=2026-11-25/);
        await drawn(admin);
        await expect(field).toHaveValue('2026-11-25');
        await expect(field).toBeFocused();
        await expect.poll(() => asked).toEqual(['2026-11-25']);

        // The year has the focus. While it is typed, the field holds years like 0002 and 0020.
        await admin.keyboard.press('Backspace');
        await drawn(admin);
        await expect(field).toBeFocused();
        await admin.keyboard.type('2025');
        await expect(admin).toHaveURL(/from=2025-11-25/);
        await expect.poll(() => asked).toEqual(['2026-11-25', '2025-11-25']);
      });

      test(`is applied on leaving the field, taken from the URL and emptied: ${what}`, async ({
        admin,
      }) => {
        await admin.goto(`${path}?from=2026-11-25`);
        const field = admin.getByLabel('From', { exact: true });
        await expect(field).toHaveValue('2026-11-25');
        await field.fill('1999-11-25');
        await expect(admin).toHaveURL(/from=2026-11-25/);
        await field.press('Enter');
        await expect(admin).toHaveURL(/from=1999-11-25/);
        await field.fill('1998-11-25');
        await field.blur();
        await expect(admin).toHaveURL(/from=1998-11-25/);
        await field.fill('');
        await expect(admin).not.toHaveURL(/from=/);
        await expect(field).toBeVisible();
      });
    }

    test('is emptied with the other filters', async ({ admin }) => {
      await admin.goto('/admin/orders?from=2026-11-25');
      const field = admin.getByLabel('From', { exact: true });
      await expect(field).toHaveValue('2026-11-25');
      await tap(admin.getByRole('link', { name: 'Clear the filters' }));
      await expect(field).toHaveValue('');
    });
  });
}

test.describe('on a phone, the search for orders', () => {
  test.use(PHONE);

  test('keeps what is typed while its orders are loaded, and follows the way back', async ({
    admin,
  }) => {
    await admin.goto('/admin/orders');
    await expect(rows(admin).first()).toBeVisible();
    const field = admin.getByLabel('Search orders');
    const answer = await holdAnswer(admin, /\/api\/admin\/orders\?.*q=/);
    await field.fill('Mumbai');
    await field.press('Enter');
    await field.pressSequentially(' 4');
    await answer.read;
    await expect(admin).toHaveURL(/q=Mumbai/);
    await answer.release();
    await expect(field).toHaveValue('Mumbai 4');
    await expect(field).toBeFocused();
    await admin.goBack();
    await expect(field).toHaveValue('');
  });

  test('says why a text is refused until the next letter is typed', async ({ admin }) => {
    await admin.goto('/admin/orders');
    const field = admin.getByLabel('Search orders');
    const text = 'too many words '.repeat(10);
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/at most 100 characters/);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue(text);
    await expectAccessible(admin);
    await field.pressSequentially('x');
    await expect(admin.getByText(/at most 100 characters/)).toHaveCount(0);
    await expect(field).not.toHaveAttribute('aria-invalid');
  });

  test('tells missing numbers where a screen reader listens already', async ({ admin }) => {
    await admin.goto('/admin/orders');
    await expect(rows(admin).first()).toBeVisible();
    await admin.locator('main [role=status]').evaluateAll((all) => {
      for (const each of all) each.setAttribute('data-before', '');
    });
    const field = admin.getByLabel('Search orders');
    await field.fill('NOBODY12345 NOBODY12346');
    await field.press('Enter');
    await expect(
      admin.locator('[data-before]').filter({ hasText: '2 of 2 numbers' }),
    ).toBeVisible();
  });
});
