import { expect, test } from '#test/e2e/support/shop.ts';

test('each page of the account is titled, private and marked in its menu; a changed profile lasts', async ({
  page,
  signedInShopper: _,
}) => {
  await test.step('its pages', async () => {
    await page.goto('/account');
    await expect(page).toHaveURL('/account/profile');
    for (const [entry, title, heading] of [
      ['Addresses', 'Saved Addresses', 'Saved Addresses'],
      ['Orders', 'My Orders', 'My Orders'],
      ['Security', 'Security', 'Where you are signed in'],
      ['Profile', 'Profile', 'Profile Information'],
    ] as const) {
      const link = page
        .getByRole('navigation', { name: 'Account' })
        .getByRole('link', { name: entry });
      await link.click();
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Aparajita`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  });
  await test.step('its profile', async () => {
    await expect(page.getByText('Update your account details')).toBeVisible();
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('Full Name').fill('Asha Iyer');
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Iyer');
    await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98765 43210');
    await expect(page.locator('.menu > p')).toHaveText('Asha Iyer');
  });
});
