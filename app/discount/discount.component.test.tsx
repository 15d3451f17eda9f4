import '#app/ui/shop.css';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import CartPage from '#app/cart/cart-page.tsx';
import CheckoutPage from '#app/checkout/checkout-page.tsx';
import { AppError } from '#contract/errors.ts';
import { shopApi, TERMS } from '#test/component/buy.ts';
import { intercept } from '#test/component/fake-api.ts';
import { button, field } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { PREMIUM, TEA10, TRAVEL } from '#test/component/shopper-data.ts';
import { keptCode } from './kept-code.ts';

beforeEach(() => keptCode.forget());

const PAYMENT = '/checkout?step=payment';
const sum = page.getByRole('region', { name: 'Order Summary' });
const remove = button('Remove the code TEA10');
const openCheckout = (api: ReturnType<typeof shopApi>['api']) =>
  open(<CheckoutPage />, { path: PAYMENT, api });

async function enter(code: string) {
  await page.getByText('Have a code?').click();
  await field('Discount code').fill(code);
  await userEvent.keyboard('{Enter}');
}

describe('in the cart', () => {
  test('a folded field takes a code, which is then a row with its discount, and waits for the checkout', async () => {
    const { api } = shopApi();
    await open(<CartPage />, { path: '/cart', api });
    await expect.element(field('Discount code')).not.toBeVisible();
    await enter(' tea10 ');
    await expect
      .element(sum)
      .toMatchTextContent(/Subtotal₹3,195.00Discount \(TEA10\)Remove−₹319.50.*Total₹2,875.50/);
    expect(keptCode.read()).toBe('TEA10');
    await expect.element(remove).toHaveFocus();
    await remove.click();
    await expect.element(sum).toMatchTextContent(/Total₹3,195.00/);
    await expect.element(page.getByText('Have a code?')).toHaveFocus();
  });

  test('a refused code says why at its field, and takes nothing off', async () => {
    const { api } = shopApi();
    await open(<CartPage />, { path: '/cart', api });
    await enter('WELCOME');
    await expect.element(page.getByText('This code is not valid.')).toBeVisible();
    await expect.element(field('Discount code')).toHaveValue('WELCOME');
    await expect.element(sum).toMatchTextContent(/Total₹3,195.00/);
    expect(keptCode.read()).toBeNull();
  });

  test('a kept code that cannot be used any more is told once, and not at each visit', async () => {
    keptCode.keep('WELCOME');
    const { api } = shopApi();
    const { go } = await open(<CartPage />, { path: '/cart', api });
    await expect.element(page.getByText('This code is not valid.')).toBeVisible();
    await go('/cart?again');
    expect(keptCode.read()).toBeNull();
  });

  test('a code whose minimum is not reached says how much is missing, and stays', async () => {
    keptCode.keep('TEA10');
    const { api } = shopApi({ cart: [PREMIUM] });
    await open(<CartPage />, { path: '/cart', api });
    await expect.element(sum).toMatchTextContent('orders from ₹1,000.00: ₹201.00 to go.');
    await expect.element(sum).toMatchTextContent(/Total₹799.00/);
    await expect.element(remove).toBeVisible();
  });
});

describe('at checkout', () => {
  test('the code of the newsletter is filled in, and the order is sent with it', async () => {
    const { shop, api } = shopApi({ terms: { ...TERMS, own_code: 'TEA10' } });
    await openCheckout(api);
    await expect.element(sum).toMatchTextContent(/Discount \(TEA10\)Remove−₹319.50/);
    await button('Place Order').click();
    await expect
      .poll(() => shop.ordered)
      .toMatchObject([{ total_amount: 2_875.5, coupon_code: 'TEA10' }]);
    await expect.poll(keptCode.read).toBeNull();
  });

  test('and is not filled in again once it was removed', async () => {
    const { shop, api } = shopApi({ terms: { ...TERMS, own_code: 'TEA10' } });
    const { go } = await openCheckout(api);
    await remove.click();
    await go('/elsewhere');
    await go(PAYMENT);
    await expect.element(sum).toMatchTextContent(/Total₹3,195.00/);
    await button('Place Order').click();
    await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 3_195 }]);
    expect(shop.ordered[0]).not.toHaveProperty('coupon_code');
  });

  test('a code that is refused with the order is told, and nothing is ordered before the new total was seen', async () => {
    keptCode.keep('TEA10');
    const { shop, api } = shopApi();
    intercept(api, 'POST /orders', () => {
      throw new AppError('code_refused', { message: 'This code has been used up.' });
    });
    const { screen } = await openCheckout(api);
    await button('Place Order').click();
    const told = 'This code has been used up. Please check the total and order again.';
    await expect.element(screen.getByText(told)).toBeInViewport();
    await expect.element(sum).toMatchTextContent(/Total₹3,195.00/);
    expect(shop.ordered).toEqual([]);
    await button('Place Order').click();
    await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 3_195 }]);
  });

  test('a code for paying online follows the way to pay', async () => {
    keptCode.keep('TEA10');
    const { api } = shopApi({ cart: [TRAVEL, PREMIUM] });
    api['POST /checkout/code'] = () => ({ ...TEA10, online_only: true });
    const { screen } = await openCheckout(api);
    await expect.element(sum).toMatchTextContent('orders that are paid online');
    await screen.getByRole('radio', { name: /Online Payment/ }).click();
    await expect.element(sum).toMatchTextContent(/Discount \(TEA10\)Remove−₹319.50/);
  });
});
