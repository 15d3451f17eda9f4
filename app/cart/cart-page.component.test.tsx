import '#app/ui/shop.css';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectLedTo, shopApi } from '#test/component/buy.ts';
import { unreachable } from '#test/component/fake-api.ts';
import { expectVisible } from '#test/component/layout.ts';
import { alert, button, heading } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { PREMIUM, TRAVEL } from '#test/component/shopper-data.ts';
import CartPage from './cart-page.tsx';

test.each([
  ['sold out', { stock: 0 }, 'Sold out for now.', 'Remove it', [PREMIUM]],
  [
    'short and dearer',
    { stock: 3, current_price: 649 },
    'Only 3 left. The price is now ₹649.00. It was ₹599.00 when you added it.',
    'Take 3',
    [{ ...TRAVEL, stock: 3, quantity: 3, price: 649, current_price: 649 }, PREMIUM],
  ],
  [
    'of another price',
    { current_price: 649.5 },
    'The price is now ₹649.50. It was ₹599.00 when you added it.',
    'Accept new price',
    [{ ...TRAVEL, price: 649.5, current_price: 649.5 }, PREMIUM],
  ],
])(
  'a line that is %s stops at the cart, and leads to what can be done',
  async (_, change, text, action, after) => {
    const remedy = `${action}: Travel Tea Pack`;
    const { shop, api } = shopApi({ cart: [{ ...TRAVEL, ...change }, PREMIUM] });
    const { screen, path } = await open(<CartPage />, { path: '/cart', api });
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('1 item needs a change before checkout.')).toBeVisible();
    const proceed = screen.getByRole('link', { name: 'Proceed to Checkout' });
    await expect.element(proceed).toHaveAttribute('aria-disabled', 'true');
    await expect.element(proceed).toHaveAccessibleDescription(/1 item needs a change/);
    await proceed.click({ force: true });
    expect(path()).toBe('/cart');
    await expectLedTo(remedy);
    await button(remedy).click();
    await expect.element(screen.getByText('needs a change')).not.toBeInTheDocument();
    expect(shop.cart).toEqual(after);
    // The focus is not on a button that a second Enter would press unwanted, and not lost.
    const kept = screen.getByRole('link', { name: 'Travel Tea Pack' });
    const next = shop.cart.length === 2 ? kept : button('Remove Premium Blue Tea Pack');
    await expect.element(next).toHaveFocus();
    await proceed.click();
    expect(path()).toBe('/checkout');
  },
);

test('all that is left may be taken, and not more', async () => {
  const { api } = shopApi({ cart: [{ ...TRAVEL, stock: 4 }] });
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  await expect.element(screen.getByText('Only 4 left, and you have them all.')).toBeVisible();
  await expect.element(button('Increase quantity')).toHaveAttribute('aria-disabled', 'true');
});

test('a new price that a changed quantity brings into the cart is told', async () => {
  const { shop, api } = shopApi({ cart: [{ ...TRAVEL, quantity: 1 }] });
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  await expect.element(screen.getByText('₹599.00 each')).toBeVisible();
  shop.cart = [{ ...TRAVEL, quantity: 1, current_price: 549 }];
  await button('Increase quantity').click();
  await expect.element(screen.getByText('Travel Tea Pack is now ₹549.00.')).toBeVisible();
  await expect.element(screen.getByText('₹1,098.00').first()).toBeVisible();
});

test('a quantity changes at once, is saved, and its total announced', async () => {
  const { shop, api } = shopApi();
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  await button('Increase quantity').first().click();
  await expect.element(screen.getByText('₹2,995.00')).toBeVisible();
  await expect.poll(() => shop.cart[0]?.quantity).toBe(5);
  await expect.element(screen.getByText('Total ₹3,794.00')).toBeInTheDocument();
});

test('by keyboard, minus stops at one, keeps the focus and leads to plus', async () => {
  const { api } = shopApi({ cart: [{ ...TRAVEL, quantity: 2 }] });
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  const less = button('Decrease quantity');
  const quantity = screen.getByRole('group').getByRole('status');
  await expect.element(less).toBeVisible();
  less.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(quantity).toHaveTextContent('1');
  await expect.element(less).toHaveAttribute('aria-disabled', 'true');
  await expect.element(less).toHaveFocus();
  await userEvent.keyboard(' {Tab}');
  await expect.element(button('Increase quantity')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(quantity).toHaveTextContent('2');
});

test('a change that cannot be saved is undone, and a message says why', async () => {
  const { api } = shopApi({ cart: [PREMIUM] });
  api['PATCH /cart/items/{id}'] = unreachable;
  api['DELETE /cart/items/{id}'] = unreachable;
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  const quantity = screen.getByRole('group').getByRole('status');
  await button('Increase quantity').click();
  await expect.element(quantity).toHaveTextContent('2');
  const message = alert.getByText('We could not reach the shop.');
  await expect.element(message).toBeVisible();
  await expect.element(quantity).toHaveTextContent('1');
  await button('Dismiss').click();
  await button('Remove Premium Blue Tea Pack').click();
  await expect.element(message).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Premium Blue Tea Pack' })).toBeVisible();
});

test('removing says so, moves the focus on, and ends at the empty cart', async () => {
  const { shop, api } = shopApi();
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  await button('Remove Travel Tea Pack').click();
  await expectVisible(screen, 'Removed from cart', 'Item has been removed from your cart.');
  await expect.element(button('Remove Premium Blue Tea Pack')).toHaveFocus();
  shop.cart = []; // another tab has removed the rest, which is no error
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Your cart is empty')).toBeVisible();
  await expect.element(screen.getByText('Add some tea to get started!')).toBeVisible();
  await expect.element(alert).toBeEmptyDOMElement();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect
    .element(screen.getByRole('link', { name: 'Browse Products' }))
    .toHaveAttribute('href', '/shop');
});

test('the cart says how far it is to free shipping, and never that a smaller order pays', async () => {
  const { api } = shopApi({ cart: [{ ...TRAVEL, price: 998, current_price: 998, quantity: 1 }] });
  const { screen } = await open(<CartPage />, { path: '/cart', api });
  await expectVisible(
    screen,
    '₹1.00 to go',
    'On smaller orders we may charge for it; today we do not.',
    'Calculated at checkout',
  );
  await button('Increase quantity').click();
  await expect.element(screen.getByText('Your order ships free')).toBeVisible();
  await expect.element(screen.getByText('to go')).not.toBeInTheDocument();
  for (const reassurance of ['Secure payment', '3-5 business days', 'Returns']) {
    await expect.element(screen.getByText(reassurance).first()).toBeVisible();
  }
});
