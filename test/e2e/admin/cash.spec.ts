import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { idOf } from '#test/e2e/support/id-of.ts';
import { keepMessages, SNACKBARS } from '#test/e2e/support/keep-messages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, type SignedInShopper, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);
// One after the other: both tests look at what Delhivery owes, in the shop that all tests share.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ page }) => keepMessages(page, SNACKBARS));

/** Opens the admin as the demo's owner, and hands over, perhaps delivers, an order of 998 paid in cash. */
async function withParcel(
  page: Page,
  shopper: SignedInShopper,
  trackingNumber: string,
  { delivered }: { delivered: boolean },
) {
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  const address = await shopper.call('POST', '/addresses', {
    full_name: 'Asha Rao',
    phone: '9876543210',
    address_line1: '12 Hill Road',
    address_line2: '',
    city: 'Mumbai',
    state: 'Maharashtra',
    postal_code: '400050',
    country: 'India',
  });
  const placed = await shopper.call(
    'POST',
    '/orders',
    { shipping_address_id: idOf(address), payment_method: 'cod', total_amount: 998 },
    { 'idempotency-key': `cash-${trackingNumber}` },
  );
  await page.goto('/dev/admin');
  await tap(page.getByRole('button', { name: 'Open the admin' }));
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('shop-auth') ?? '{}').access_token,
  );
  const request = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`/api/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { couriers } = await request('GET', '/cash');
  const delhivery = couriers.find(({ name }: { name: string }) => name === 'Delhivery');
  const actions = `/orders/${idOf(placed)}/actions`;
  const { version } = await request('POST', actions, {
    verb: 'hand_over',
    version: 0,
    courier: delhivery.courier,
    tracking_number: trackingNumber,
  });
  if (delivered) await request('POST', actions, { verb: 'deliver', version });
}

test('a courier’s file is chosen, looked over, posted and taken back with a thumb', async ({
  page,
  context,
  signedInShopper,
}) => {
  const number = `THUMB${Date.now()}`;
  await declineCookies(context);
  await withParcel(page, signedInShopper, number, { delivered: true });
  await tap(page.getByRole('button', { name: 'All screens' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Cash' }));
  await expect(page.getByRole('heading', { name: 'Cash', level: 1 })).toBeVisible();
  const delhivery = page.getByRole('button', { name: /^Delhivery/ });
  await tap(delhivery);
  await expect(delhivery).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(number)).toBeVisible();
  await expectAccessible(page);

  // The list is larger than 64 kB, the limit of browsers for requests that outlive their page (keepalive).
  const others = Array.from({ length: 4_000 }, (_, i) => `NOBODY${i},${i + 1},UTR-${number}`);
  const lines = ['AWB,COD Amount,UTR', `${number},"₹998.00",UTR-${number}`, ...others];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'delhivery.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await tap(page.getByRole('button', { name: 'Match' }));
  await expect(page.getByRole('heading', { name: 'Delhivery’s list' })).toBeFocused();
  await expect(page.getByText('4000Unknown')).toBeVisible();
  await expect(page.getByLabel('Reference of the transfer (UTR)')).toHaveValue(`UTR-${number}`);
  await expectAccessible(page);

  await tap(page.getByRole('button', { name: 'Post 1 order, ₹998.00' }));
  const told = page.getByRole('status').filter({ hasText: '₹998.00 from Delhivery posted' });
  await expect(told).toBeVisible();
  await expect(page.getByRole('link', { name: /^AP-/ })).toHaveCount(0);
  await expect(page.getByText(`UTR-${number}`, { exact: true })).toBeVisible();

  await tap(told.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText(`Undone: UTR-${number}`)).toBeVisible();
  await expect(page.getByText(number, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^AP-/ })).toHaveCount(1);
});

test('an order that the courier has paid for is delivered and posted, by columns that were picked', async ({
  page,
  context,
  signedInShopper,
}) => {
  await test.step('an order that the courier has paid for, and that is still on its way, is delivered and posted with a thumb', async () => {
    const number = `ONWAY${Date.now()}`;
    await declineCookies(context);
    await withParcel(page, signedInShopper, number, { delivered: false });
    await page.goto('/admin/cash');
    await page.getByLabel('Courier').selectOption({ label: 'Delhivery' });
    await page.getByLabel('Or paste its lines').fill(`AWB,Amount\n${number},998`);
    await tap(page.getByRole('button', { name: 'Match' }));
    await expect(
      page.getByText(/Still on its way: handed over on .*, not yet delivered/),
    ).toBeVisible();
    await expect(page.getByText('There is nothing to post in this list.')).toBeVisible();
    await expectAccessible(page);

    await tap(page.getByRole('button', { name: 'Mark it as delivered' }));
    const told = page.getByRole('status').filter({ hasText: '1 order delivered' });
    await expect(told).toBeVisible();
    await expect(page.getByText('1Matched')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Post 1 order, ₹998.00' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Delhivery’s list' })).toBeFocused();

    await tap(told.getByRole('button', { name: 'Undo' }));
    await expect(
      page.getByText(/Still on its way: handed over on .*, not yet delivered/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark it as delivered' })).toBeVisible();
  });
  await test.step('a list with columns that the shop does not know is read by those that are picked', async () => {
    const number = `PICKED${Date.now()}`;
    await declineCookies(context);
    await withParcel(page, signedInShopper, number, { delivered: true });
    await page.goto('/admin/cash');
    await page.getByLabel('Courier').selectOption({ label: 'Delhivery' });
    await page.getByLabel('Or paste its lines').fill(`Slip;Sum\n${number};998`);
    await page.getByRole('button', { name: 'Match' }).click();
    const heading = page.getByRole('heading', {
      name: 'Which columns of Delhivery’s list are these?',
    });
    await expect(heading).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Tracking number or order number').selectOption(`Slip: ${number}`);
    await page.getByLabel('Amount').selectOption('Sum: 998');
    await page.getByRole('button', { name: 'Match' }).click();
    await expect(page.getByText('1Matched')).toBeVisible();
    await page.getByRole('button', { name: 'Other columns' }).click();
    await expect(page.getByLabel('Amount').locator('option:checked')).toHaveText('Sum: 998');
  });
});
