import { ADDRESS, expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('an empty cart has no checkout', async ({ page, signedInShopper: _ }) => {
  await page.goto('/checkout');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test.describe('the shipping address', () => {
  test('is written in a dialog and then chosen', async ({ page, signedInShopper }) => {
    await signedInShopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
    await page.goto('/checkout');
    await expect(page.getByText('No saved addresses')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeDisabled();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Address' });
    await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
    await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
    await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
    await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
    await dialog.getByLabel('City').fill(ADDRESS.city);
    await dialog.getByLabel('State').selectOption(ADDRESS.state);
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('Address added')).toBeVisible();
    // The button that opened the dialog no longer exists, so the focus moves to the new address.
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeFocused();
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
    await page.reload();
    await expect(page.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
  });

  test('has to be chosen where none is the default', async ({ page, signedInShopper }) => {
    await readyToOrder(signedInShopper);
    await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Kumar' });
    await page.goto('/checkout');
    const choices = page.getByRole('group', { name: 'Choose an address' });
    for (const words of ['Asha Rao', '+91 98765 43210', '12 Marine Drive', 'Mumbai', '400020']) {
      await expect(choices.getByRole('radio').first().locator('..')).toContainText(words);
    }
    await page.getByRole('button', { name: 'Add New Address' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(choices.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await choices.getByRole('radio', { name: /Ravi Kumar/ }).check();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByText('Address selected')).toBeVisible();
    await expect(page.getByText('Ravi Kumar, 12 Marine Drive')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(choices.getByRole('radio', { name: /Ravi Kumar/ })).toBeChecked();
  });

  test('is selected at once, however long the page takes to load', async ({
    page,
    signedInShopper,
  }) => {
    await readyToOrder(signedInShopper);
    await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Kumar' });
    await page.goto('/checkout');
    const ravi = page.getByRole('radio', { name: /Ravi Kumar/ });
    const stands = await ravi.evaluate((radio) => {
      if (!(radio instanceof HTMLInputElement)) throw new Error('no radio button');
      radio.click();
      return radio.checked;
    });
    expect(stands).toBe(true);
    await expect(page).toHaveURL(/address=/);
    await page.reload();
    await expect(ravi).toBeChecked();
  });

  test('that was deleted in another tab has to be chosen again', async ({
    page,
    signedInShopper,
  }) => {
    await readyToOrder(signedInShopper);
    await toPayment(page);
    const addresses = await signedInShopper.call('GET', '/addresses');
    if (!Array.isArray(addresses)) throw new Error('no list');
    await signedInShopper.call('DELETE', `/addresses/${addresses[0].id}`);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('alert')).toContainText('Error');
    await expect(page.getByRole('alert')).toContainText('Please select a shipping address');
    await expect(page.getByText('No saved addresses')).toBeVisible();
    await expect(page).toHaveURL('/checkout');
    expect(await orderCount(signedInShopper)).toBe(0);
  });
});

test('the steps are in the URL: Back, reload and titles follow, and so does the focus', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  await expect(page).toHaveTitle('Checkout: Shipping Address | Aparajita');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/step=payment/);
  await expect(page).toHaveTitle('Checkout: Payment | Aparajita');
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeChecked();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();

  // A URL of a later step leads to the step that comes first.
  await page.goto(`/checkout?step=payment&address=${crypto.randomUUID()}`);
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
});

test('the summary shows what is ordered, and the total is the subtotal', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const lines = summary.getByRole('listitem');
  await expect(lines.nth(0)).toContainText('Premium Blue Tea Pack');
  await expect(lines.nth(1)).toContainText('Qty: 2');
  await expect(lines.nth(1)).toContainText('₹1,198.00');
  await expect(summary.getByText('₹1,997.00')).toHaveCount(2);
});
