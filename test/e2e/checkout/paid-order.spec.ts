import { demoOwner } from '#test/e2e/support/demo-owner.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { ADDRESS, expect, expectAccessible } from '#test/e2e/support/shop.ts';
import { readyToOrder, toPayment } from '#test/e2e/support/to-checkout.ts';

test('an order says how it was paid, what of it went back, and that it was a demo', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  const notice = page.getByRole('note');
  await expect(notice).toHaveText('This is a demo: no real payment is taken, and nothing is sent.');
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  const window = page.getByRole('dialog', { name: 'Aparajita' });
  await expect(window).toBeVisible();
  await expect(page.getByText('This is a demo: no real payment')).toBeVisible();
  await window.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
  await expect(notice).toBeVisible();

  // Two refunds are made in the gateway's dashboard.
  const main = page.getByRole('main');
  const payment = await main.getByText(/^pay_\w{14}$/).textContent();
  await ownShop.sql(
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, gateway_refund_id, status)
    select id, user_id, amount, 'gateway', 'from-' || refund, refund, outcome
    from payments, (values (20000, 'rfnd_AAAAAAAAAAAAAA', 'processed'), (9900, 'rfnd_BBBBBBBBBBBBBB', 'pending'))
      as made (amount, refund, outcome)
    where id = $1`,
    [payment],
  );
  await ownShop.sql(`update orders set payment_status = 'refund_pending' where payment_id = $1`, [
    payment,
  ]);
  await page.reload();
  await expect(main.getByText('Online Payment (Razorpay)')).toBeVisible();
  await expect(main.getByText('Refund pending')).toBeVisible();
  await expect(main.getByText(/^pay_\w{14}$/)).toBeVisible();
  await expect(main.getByText(/₹200\.00, .*: Refunded/)).toBeVisible();
  await expect(main.getByText(/₹99\.00, .*: Refund started/)).toBeVisible();
  await expectAccessible(page);
});

test('an order paid with test money: confirmed for its shopper, nothing to pack for staff, no money to return', async ({
  page,
  browser,
  baseURL,
  request,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page
    .getByRole('dialog', { name: 'Aparajita' })
    .getByRole('button', { name: /^Pay / })
    .click();
  const heading = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(heading).toBeVisible();
  const number = (await heading.textContent())?.replace('Order #', '') ?? '';
  await page.goto('/account/orders');
  await page.getByRole('link', { name: new RegExp(number) }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: /^Confirmed/ })).toBeVisible();
  await expect(main.getByText('Packed, still to come')).toBeVisible();
  await expect(main.getByText('Confirmed, still to come')).toHaveCount(0);

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await (await demoOwner(request)).signInto(context);
  const staff = await context.newPage();
  await staff.goto('/admin');
  const line = staff.getByRole('listitem').filter({ hasText: number });
  await expect(line.getByText('Test payment', { exact: true })).toBeVisible();
  await staff.goto('/admin/orders');
  await expect(line.getByText('Test payment', { exact: true })).toBeVisible();
  await expect(line.getByText('To pack', { exact: true })).toHaveCount(0);
  await line.getByRole('link').first().click();
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(staff.getByText('Test payment', { exact: true })).toBeVisible();
  await context.close();

  await main.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(dialog).toContainText('No real payment was taken.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main.getByText(/^No real payment was taken: the refund of ₹/)).toBeVisible();
  await expect(main.getByText(/goes back to the account/)).toHaveCount(0);
});

test('an order shows how far it has come, each state in its colour', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await toPayment(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  const title = await page.getByRole('heading', { name: /^Order #AP-/ }).textContent();
  const number = title?.replace('Order #', '');
  for (const [status, colour] of [
    ['Pending', 'yellow'],
    ['Confirmed', 'blue'],
    ['Processing', 'purple'],
    ['Shipped', 'indigo'],
    ['Delivered', 'green'],
    ['Cancelled', 'red'],
  ] as const) {
    const fulfilment = status === 'Processing' ? 'packed' : status.toLowerCase();
    await ownShop.sql('update orders set fulfilment = $1 where order_number = $2', [
      fulfilment,
      number,
    ]);
    await page.goto('/account/orders');
    const card = page.getByRole('link', { name: new RegExp(`${number}`) });
    const badge = card.getByText(status, { exact: true });
    await expect(badge).toBeVisible();
    const [drawn, asked] = await badge.evaluate((element, token) => {
      const sample = document.body.appendChild(document.createElement('i'));
      sample.style.color = `var(--color-badge-${token})`;
      return [getComputedStyle(element).color, getComputedStyle(sample).color];
    }, colour);
    expect(drawn, status).toBe(asked);
    await card.click();
    await expect(page.getByRole('heading', { name: title ?? '' })).toBeVisible();
    await expect(page.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible();
  }
});
