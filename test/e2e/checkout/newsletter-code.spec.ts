import { randomInt } from 'node:crypto';
import { ADDRESS } from '#test/address.ts';
import { emailedLink } from '#test/e2e/support/accounts.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, expectAccessible, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('who confirms the newsletter gets a code, finds it in the cart and at checkout, and pays less', async ({
  page,
  request,
  signedInShopper: { email, call },
}) => {
  // Nobody else's telephone and street: the code is for the first order of a household.
  const phone = `9${randomInt(1e8, 1e9)}`;
  await call('POST', '/addresses', { ...ADDRESS, phone, address_line1: `${phone} Hill Road` });
  await call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await declineCookies(page);

  await page.goto('/');
  const section = page.getByRole('main').getByRole('form', { name: 'Newsletter' });
  await expect(page.getByRole('heading', { name: '10% off your first order' })).toBeVisible();
  await section.getByLabel('Address for the newsletter').fill(email);
  await tap(section.getByRole('button', { name: 'Subscribe' }));
  await expect(page.getByText('Check your email')).toBeVisible();

  await page.goto(await emailedLink(request, email, 'Please confirm your subscription'));
  await tap(page.getByRole('button', { name: 'Confirm subscription' }));
  await expect(page.getByText('Your code for your first order:')).toBeVisible();
  const code = (await page.getByText(/^TEA[2-9A-Z]{8}$/).textContent()) ?? '';
  await expectAccessible(page);
  await expectInside(page.getByRole('main'));
  await tap(page.getByRole('main').getByRole('link', { name: 'Shop now' }));
  await expect(page).toHaveURL('/shop');
  await expect(page.getByText('Your code is kept')).toBeVisible();

  await page.goto('/cart');
  const sum = page.getByRole('region', { name: 'Order Summary' });
  await expect(sum).toContainText(`Discount (${code})`);
  await expect(sum).toContainText('₹449.10');
  await expectInside(sum);
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await expect(sum).toContainText('−₹49.90');
  await expectInside(sum);
  await expectAccessible(page);
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(page.getByText('Order placed!')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`Discount (${code})`);
  await expect(page.getByRole('main')).toContainText('₹449.10');
});
