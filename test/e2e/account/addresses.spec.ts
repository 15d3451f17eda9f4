import type { Page } from '@playwright/test';
import * as z from 'zod';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { addApp, showCode } from '#test/e2e/support/second-factor.ts';
import { ADDRESS, expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { signIn } from '#test/e2e/support/sign-in.ts';

test.beforeEach('signed in', ({ signedInShopper: _ }) => {});

const Saved = z.object({ id: z.string() });

function savedAddresses(page: Page) {
  return page.getByRole('region', { name: 'Saved Addresses' }).getByRole('listitem');
}

async function writeAddress(page: Page) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
  await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
  await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
  await dialog.getByLabel('Address Line 2').fill(ADDRESS.address_line2);
  await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
  await dialog.getByLabel('City').fill(ADDRESS.city);
  await dialog.getByLabel('State').selectOption(ADDRESS.state);
}

test.describe('addresses', () => {
  test('are added, edited, made the default and deleted', async ({ page }) => {
    await page.goto('/account/addresses');
    await expect(page.getByText('No addresses saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add Your First Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Address' });
    await writeAddress(page);
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('Address added')).toBeVisible();
    await expect(page.getByText('Your address has been added successfully.')).toBeVisible();
    const card = savedAddresses(page);
    await expect(card).toContainText('Asha Rao');
    await expect(card).toContainText('+91 98765 43210');
    await expect(card).toContainText('Flat 4B');
    await expect(card).toContainText('Mumbai, Maharashtra 400020');
    await expect(card).toContainText('India');
    // The first address becomes the default unless its box is unticked.
    await expect(card.getByText('Default')).toBeVisible();
    // The button that opened the dialog no longer exists, so the focus moves to the saved address.
    await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();

    await card.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Address' });
    await expect(edit.getByLabel('State')).toHaveValue('Maharashtra');
    await edit.getByLabel('Address Line 2').fill('');
    await edit.getByLabel('City').fill('Pune');
    await edit.getByLabel('Set as default address').uncheck();
    await edit.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('Address updated')).toBeVisible();
    await expect(page.getByText('Your address has been updated successfully.')).toBeVisible();
    await expect(card).toContainText('Pune');
    await expect(card).not.toContainText('Flat 4B');
    await expect(card.getByText('Default')).toBeHidden();
    await card.getByRole('button', { name: 'Edit' }).click();
    await edit.getByLabel('Set as default address').check();
    await edit.getByRole('button', { name: 'Save Address' }).click();
    await expect(card.getByText('Default')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();

    await card.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Address deleted')).toBeVisible();
    await expect(page.getByText('Your address has been deleted successfully.')).toBeVisible();
    await expect(page.getByText('No addresses saved yet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Saved Addresses' })).toBeFocused();
  });

  test('have one default: a new one takes the place of the old', async ({
    page,
    signedInShopper,
  }) => {
    await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
    await signedInShopper.call('POST', '/addresses', {
      ...ADDRESS,
      full_name: 'Ravi Kumar',
      is_default: true,
    });
    await page.goto('/account/addresses');
    const cards = savedAddresses(page);
    await expect(cards).toHaveCount(2);
    await expect(cards.filter({ hasText: 'Default' })).toHaveCount(1);
    await expect(cards.first()).toContainText('Ravi Kumar');
  });

  test('name what is missing under each field and go to the first', async ({ page }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await dialog.getByLabel('Full Name').fill('');
    await dialog.getByLabel('Country').fill('');
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    for (const [label, message] of [
      ['Full Name', 'Full name is required'],
      ['Phone Number', 'Phone number must be at least 10 digits'],
      ['Address Line 1', 'Address is required'],
      ['City', 'City is required'],
      ['State', 'State is required'],
      ['Postal Code', 'Postal code is required'],
      ['Country', 'Country is required'],
    ] as const) {
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
    }
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await expect(dialog.getByText('*')).toHaveCount(7);
    await expectAccessible(page);
  });

  test('name what is too long under its field', async ({ page }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    const dialog = page.getByRole('dialog');
    // One field is wrong at a time: the form moves the focus to the first, and away from the one that is filled in.
    await writeAddress(page);
    await dialog.getByLabel('Country').fill('Nepal');
    for (const [label, most] of [
      ['Full Name', 100],
      ['Phone Number', 20],
      ['Address Line 1', 200],
      ['Address Line 2', 200],
      ['City', 100],
      ['State', 100],
      ['Postal Code', 20],
      ['Country', 100],
    ] as const) {
      const field = dialog.getByLabel(label);
      await field.fill('9'.repeat(most + 1));
      await dialog.getByRole('button', { name: 'Save Address' }).click();
      await expect(field).toHaveAccessibleDescription(
        new RegExp(`^Must be at most ${most} characters`),
      );
      await field.fill('9'.repeat(most));
      await expect(field).not.toHaveAccessibleDescription(/Must be/);
    }
  });

  test('outside India take any state', async ({ page }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    await writeAddress(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Country').fill('Nepal');
    await dialog.getByLabel('State').fill('Bagmati');
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(savedAddresses(page)).toContainText('Mumbai, Bagmati 400020');
  });

  test('keep what was typed when saving fails', async ({ page }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    await writeAddress(page);
    await disconnect(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(dialog.getByRole('alert')).toContainText('We could not reach the shop.');
    await expect(dialog.getByLabel('Address Line 1')).toHaveValue(ADDRESS.address_line1);
    await reconnect(page);
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(savedAddresses(page)).toContainText('Asha Rao');
  });

  test('are known to autofill, field by field', async ({ page }) => {
    await page.goto('/account/addresses');
    await page.getByRole('button', { name: 'Add Address' }).click();
    const fields = page.getByRole('dialog').locator('[autocomplete]');
    await expect(fields.first()).toBeVisible();
    const tokens = await fields.evaluateAll((all) =>
      all.map((field) => field.getAttribute('autocomplete')),
    );
    expect(tokens).toEqual([
      'shipping name',
      'shipping tel',
      'shipping postal-code',
      'shipping address-line1',
      'shipping address-line2',
      'shipping address-level2',
      'shipping address-level1',
      'shipping country-name',
    ]);
    await expect(page.getByLabel('Postal Code')).toHaveAttribute('inputmode', 'numeric');
  });

  test('the dialog keeps the focus, closes on Escape and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/account/addresses');
    const opener = page.getByRole('button', { name: 'Add Address' });
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () =>
          !document.activeElement?.closest('dialog') && document.activeElement !== document.body,
      );
      expect(outside, `Tab number ${press + 1} stays in the dialog`).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test('a device that was signed out elsewhere says so, and the address typed there is not lost', async ({
  page,
  request,
  signedInShopper,
}) => {
  await page.goto('/account/addresses');
  await page.getByRole('button', { name: 'Add Your First Address' }).click();
  await writeAddress(page);
  const app = await addApp(request, signedInShopper); // ends every other session
  await page.getByRole('button', { name: 'Save Address' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('You were signed out on this device.')).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);

  await signIn(page, signedInShopper);
  await showCode(page, await app.code());
  await expect(page).toHaveURL('/account/addresses');
  const dialog = page.getByRole('dialog', { name: 'Add New Address' });
  await expect(dialog.getByLabel('Address Line 1')).toHaveValue(ADDRESS.address_line1);
  await expect(dialog.getByLabel('State')).toHaveValue(ADDRESS.state);
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect(savedAddresses(page)).toContainText(ADDRESS.address_line1);
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(dialog.getByLabel('Address Line 1')).toHaveValue('');
});

test('an address that another device has deleted is not edited, and goes when it is deleted', async ({
  page,
  signedInShopper,
}) => {
  const save = async (full_name: string) => {
    const { id } = Saved.parse(
      await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name }),
    );
    return id;
  };
  const [first, second] = [await save('Asha Rao'), await save('Ravi Rao')];
  await page.goto('/account/addresses');
  await expect(savedAddresses(page)).toHaveCount(2);

  await signedInShopper.call('DELETE', `/addresses/${first}`);
  await page.getByRole('button', { name: 'Delete address of Asha Rao' }).click();
  await expect(page.getByText('Address deleted')).toBeVisible();
  await expect(savedAddresses(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Edit address of Ravi Rao' }).click();
  await signedInShopper.call('DELETE', `/addresses/${second}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('City').fill('Pune');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect(dialog.getByText('This address is no longer saved.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No addresses saved yet')).toBeVisible();
});
