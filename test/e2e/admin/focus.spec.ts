import type { Page } from '@playwright/test';
import { statusMessage, test } from '#test/e2e/support/admin.ts';
import { expect } from '#test/e2e/support/shop.ts';

// When a row or button disappears, the focus stays near it and does not return to the top of the page.

/** Focuses a button and presses Enter. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

test.afterEach(({ ownShop }) =>
  ownShop.sql(`
    delete from staff where email = 'bina@example.in'; delete from staff_invitations`),
);

test('where a row or button disappears, the focus stays near it', async ({ admin, ownShop }) => {
  await test.step('settling an order leads to the next one, and reopening the last to the heading', async () => {
    await admin.goto('/admin/cash');
    const settle = admin.getByRole('button', { name: /^Settle AP-/ });
    await expect(settle.nth(1)).toBeVisible();
    const [first = '', second = ''] = await settle.evaluateAll((all) =>
      all.map((each) => /AP-\S+/.exec(each.getAttribute('aria-label') ?? '')?.[0] ?? ''),
    );
    await press(admin, `Settle ${first} by hand`);
    await expect(admin.getByRole('dialog').getByLabel('Why')).toBeFocused();
    await admin.keyboard.type('Paid by UPI');
    await admin.keyboard.press('Tab');
    await admin.keyboard.press('Enter');
    await expect(statusMessage(admin, `${first}: `)).toBeVisible();
    await expect(admin.getByRole('button', { name: `Settle ${first} by hand` })).toHaveCount(0);
    await expect(admin.getByRole('link', { name: second })).toBeFocused();

    await admin.getByText('Settled by hand', { exact: true }).click();
    await press(admin, `Reopen the cash of ${first}`);
    await expect(statusMessage(admin, `${first}: expected again`)).toBeVisible();
    await expect(admin.getByText('Settled by hand', { exact: true })).toHaveCount(0);
    await expect(admin.getByRole('heading', { name: 'Cash', level: 1 })).toBeFocused();
  });
  await test.step('ending an access leads to the way back, and withdrawing the last invitation to the heading', async () => {
    await ownShop.sql(
      `insert into staff (user_id, email, role) values (gen_random_uuid(), 'bina@example.in', 'packer')`,
    );
    await admin.goto('/admin/staff');
    await press(admin, 'End access of bina@example.in');
    const dialog = admin.getByRole('dialog', { name: 'End access' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'End access' }).press('Enter');
    await expect(
      admin.getByRole('button', { name: 'Let in again: bina@example.in' }),
    ).toBeFocused();

    await admin.getByLabel('Email').fill('chitra@example.in');
    await admin.getByRole('button', { name: 'Invite' }).press('Enter');
    await expect(admin.getByRole('heading', { name: 'Invited' })).toBeVisible();
    await expect(admin.getByText('The invitation will be emailed.')).toBeVisible();
    await press(admin, 'Withdraw');
    const question = admin.getByRole('dialog', { name: 'Withdraw the invitation?' });
    await expect(question).toContainText('The link for chitra@example.in will no longer open.');
    await question.getByRole('button', { name: 'Keep it' }).press('Enter');
    await expect(admin.getByRole('heading', { name: 'Invited' })).toBeVisible();
    await press(admin, 'Withdraw');
    await question.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await expect(admin.getByRole('heading', { name: 'Invited' })).toHaveCount(0);
    await expect(admin.getByRole('heading', { name: 'Staff', level: 1 })).toBeFocused();
  });
  await test.step('a picture that has come to the first place keeps the focus on its button', async () => {
    await admin.goto('/admin/products/1');
    const up = (place: number) => admin.getByRole('button', { name: `Move picture ${place} up` });
    const down = admin.getByRole('button', { name: 'Move picture 1 down' });
    await expect(up(1)).toBeDisabled();
    const text = await admin.getByLabel('What picture 2 shows').inputValue();
    await press(admin, 'Move picture 2 up');
    await expect(admin.getByLabel('What picture 1 shows')).toHaveValue(text);
    await expect(up(1)).toBeFocused();
    await expect(up(1)).toBeDisabled();
    await admin.keyboard.press('Enter');
    await expect(admin.getByLabel('What picture 1 shows')).toHaveValue(text);
    await admin.keyboard.press('Tab');
    await expect(down).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(admin.getByLabel('What picture 2 shows')).toHaveValue(text);
    await expect(admin.getByRole('button', { name: 'Move picture 2 down' })).toBeFocused();
  });
  await test.step('a saved newsletter keeps the focus on its button, which has nothing to save', async () => {
    await admin.goto('/admin/newsletter');
    await admin.getByRole('link', { name: 'Write a newsletter' }).press('Enter');
    await admin.getByRole('textbox', { name: 'Heading' }).fill('The monsoon is here');
    const save = admin.getByRole('button', { name: 'Save the draft' });
    await press(admin, 'Save the draft');
    await expect(statusMessage(admin, 'Draft saved')).toBeVisible();
    await expect(save).toBeDisabled();
    await expect(save).toBeFocused();
  });
});
