import { ADDRESS, expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('an address is selected at once, however long the page takes to load', async ({
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

test('the payment step has preloaded the order’s page', async ({ page, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  const isLoaded = (file: string) =>
    page.evaluate(
      (start) =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => name.includes(`/assets/${start}`)),
      file,
    );
  await expect.poll(() => isLoaded('order-page-')).toBe(true);
  // The address form of the step before is still loading. Waits for it, so that it is not counted below.
  await expect.poll(() => isLoaded('address-form-')).toBe(true);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});
