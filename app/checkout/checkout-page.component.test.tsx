import '#app/ui/shop.css';
import { expect, test } from 'vitest';
import { queryClient } from '#app/shell/api/query-client.ts';
import { AppError } from '#contract/errors.ts';
import { expectLedTo, shopApi, TERMS } from '#test/component/buy.ts';
import {
  holdAnswer,
  intercept,
  refuse,
  refusing,
  UNREACHABLE,
  unreachable,
} from '#test/component/fake-api.ts';
import { expectVisible } from '#test/component/layout.ts';
import { button, heading } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { HOME, ORDER_ID, PREMIUM, TRAVEL } from '#test/component/shopper-data.ts';
import CheckoutPage from './checkout-page.tsx';

const PAYMENT = '/checkout?step=payment';
const ORDER = `/account/orders/${ORDER_ID}`;

const place = button('Place Order');
const onward = button('Continue to Payment');

const openCheckout = (api: ReturnType<typeof shopApi>['api'], path = PAYMENT) =>
  open(<CheckoutPage />, { path, api });

const PROBLEMS = [
  ['sold out', 'out_of_stock', { stock: 0 }, 'Sold out', 'Remove it: Travel Tea Pack', 799],
  ['short', 'out_of_stock', { stock: 3 }, 'Only 3 left', 'Take 3: Travel Tea Pack', 2_596],
  [
    'no longer sold',
    'product_gone',
    { available: false },
    'No longer sold',
    'Remove it: Travel Tea Pack',
    799,
  ],
  [
    'of another price',
    'price_changed',
    { current_price: 649 },
    'New price',
    'Accept new price: Travel Tea Pack',
    3_395,
  ],
] as const;

test.each(PROBLEMS)(
  'a line that is %s is marked in both steps, and not sent',
  async (_, __, change, mark, remedy) => {
    const { api } = shopApi({ cart: [{ ...TRAVEL, ...change }, PREMIUM] });
    const { screen, path, requests } = await openCheckout(api, '/checkout');
    await expect.element(button(remedy)).toBeVisible();
    const summary = screen.getByRole('region', { name: 'Order Summary' });
    await expect.element(summary.getByRole('listitem').first()).toMatchTextContent(mark);
    await onward.click();
    await expectLedTo(remedy);
    expect(path()).toBe('/checkout');

    await button(remedy).click();
    await expect.element(button(remedy)).not.toBeInTheDocument();
    await onward.click();
    await expect.element(heading('Payment Method')).toHaveFocus();
    expect(requests).not.toContain('POST /orders');
  },
);

test.each(PROBLEMS)(
  'a line that is %s when Place Order is tapped is led to, and then ordered as it is',
  async (_, code, change, __, remedy, total) => {
    const { shop, api } = shopApi();
    intercept(api, 'POST /orders', () => {
      shop.cart = [{ ...TRAVEL, ...change }, PREMIUM];
      throw new AppError(code, { message: 'Travel Tea Pack has changed.' });
    });
    const { screen, path } = await openCheckout(api);
    await place.click();
    const problem = screen.getByRole('region', { name: 'Before you order' });
    await expect.element(problem.getByText('Travel Tea Pack has changed.')).toBeVisible();
    await expectLedTo(remedy);
    expect(shop.ordered).toEqual([]);
    await button(remedy).click();
    await expect.element(problem).not.toBeInTheDocument();
    await expect.element(heading('Payment Method')).toHaveFocus();
    await place.click();
    await expect.element(screen.getByText('Order placed!')).toBeVisible();
    expect(path()).toBe(ORDER);
    expect(shop.ordered).toEqual([
      { shipping_address_id: HOME.id, payment_method: 'cod', total_amount: total },
    ]);
  },
);

test('what has changed meanwhile is told by the next step', async () => {
  const { shop, api } = shopApi();
  const { screen } = await openCheckout(api, '/checkout');
  await expect.element(onward).not.toHaveAttribute('aria-disabled');
  shop.cart = [{ ...TRAVEL, current_price: 649 }, PREMIUM];
  await onward.click();
  await expect.element(screen.getByText('The price is now ₹649.00.')).toBeVisible();
});

test('when all of the cart is sold out, removing it ends at the cart', async () => {
  const { api } = shopApi({
    cart: [
      { ...TRAVEL, stock: 0 },
      { ...PREMIUM, stock: 0 },
    ],
  });
  const { screen, path } = await openCheckout(api);
  await expectVisible(screen, '2 items need a change before you can order.');
  await button('Remove it: Travel Tea Pack').click();
  await button('Remove it: Premium Blue Tea Pack').click();
  await expect.poll(path).toBe('/cart');
});

test('a cart that another tab has changed is shown before it is ordered', async () => {
  const { shop, api } = shopApi();
  intercept(api, 'POST /orders', () => {
    shop.cart = [TRAVEL, { ...PREMIUM, quantity: 2 }];
    throw new AppError('cart_changed');
  });
  const { screen } = await openCheckout(api);
  await place.click();
  await expect.element(screen.getByText(/Your cart has changed/)).toBeInViewport();
  await expect.element(screen.getByText('₹3,994.00').first()).toBeInTheDocument();
  expect(shop.ordered).toEqual([]);
  await place.click();
  await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 3_994 }]);
});

test('fees and the discount for paying online are rows of the sum, and follow the way to pay', async () => {
  const { shop, api } = shopApi({
    terms: {
      ...{ ...TERMS, cash: { ...TERMS.cash, fee: 30 }, online_percent: 5 },
      delivery: { ...TERMS.delivery, fee: 49, free_from: null },
    },
  });
  const { screen } = await openCheckout(api);
  const sum = screen.getByRole('region', { name: 'Order Summary' });
  await expect
    .element(sum)
    .toMatchTextContent(
      /Subtotal₹3,195.00Shipping₹49.00Fee for cash on delivery₹30.00Total₹3,274.00/,
    );
  await screen.getByRole('radio', { name: /Online Payment/ }).click();
  await expect
    .element(sum)
    .toMatchTextContent(/Discount for paying online−₹159.75Shipping₹49.00Total₹3,084.25/);
  await screen.getByRole('radio', { name: /Cash on Delivery/i }).click();
  await place.click();
  await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 3_274 }]);
});

test('a fee that has changed meanwhile is named, and nothing is ordered before the shopper has seen it', async () => {
  const { shop, api } = shopApi();
  intercept(api, 'POST /orders', () => {
    shop.terms = { ...TERMS, cash: { ...TERMS.cash, fee: 30 } };
    throw new AppError('cart_changed');
  });
  const { screen } = await openCheckout(api);
  await place.click();
  const told = screen.getByText(
    'Fee for cash on delivery: now ₹30.00. Please check the total and order again.',
  );
  await expect.element(told).toBeInViewport();
  expect(shop.ordered).toEqual([]);
  await place.click();
  await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 3_225 }]);
});

/** What the server says of two PIN codes: nothing is delivered to the second one. */
const NO_CASH = 'Cash on delivery is not available at this address.';

function twoPlaces() {
  const far = { ...HOME, id: crypto.randomUUID(), full_name: 'Ravi Kumar', postal_code: '744301' };
  const made = shopApi({ addresses: [HOME, { ...far, is_default: false }] });
  const { delivery } = TERMS;
  const places: Record<string, object> = {
    [HOME.postal_code]: { fee: 90, free_from: null, cash: false },
    744301: { serves: false },
  };
  made.api['GET /checkout/terms'] = ({ query: { pin = '' } }) => ({
    ...made.shop.terms,
    cash: { ...TERMS.cash, refused: pin === HOME.postal_code ? NO_CASH : null },
    delivery: { ...delivery, ...places[pin] },
  });
  return made;
}

test('an address that is not served is told of where it is chosen, and does not lead on to pay', async () => {
  const { screen, path } = await openCheckout(twoPlaces().api, '/checkout');
  const notServed = screen.getByText(
    'We do not deliver to 744301 yet. Please choose another address.',
  );
  await expect.element(onward).toBeVisible();
  await expect.element(notServed).not.toBeInTheDocument();
  await screen.getByRole('radio', { name: 'Ravi Kumar' }).click();
  await expect.element(notServed).toBeVisible();
  await onward.click();
  await expect.element(screen.getByRole('region', { name: 'Before you order' })).toHaveFocus();
  expect(path()).not.toContain('payment');
  await screen.getByRole('radio', { name: 'Asha Rao' }).click();
  await expect.element(notServed).not.toBeInTheDocument();
  await onward.click();
  await expect.poll(path).toContain('step=payment');
});

test('the total is that of the chosen address, and where no cash is taken, online payment is chosen', async () => {
  const { api } = twoPlaces();
  const { screen } = await openCheckout(api);
  const sum = screen.getByRole('region', { name: 'Order Summary' });
  await expect.element(sum).toMatchTextContent(/Shipping₹90.00Total₹3,285.00/);
  await expectVisible(screen, NO_CASH);
  await expect.element(screen.getByRole('radio', { name: /Online Payment/ })).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: /Cash/ })).not.toBeInTheDocument();
});

test('who may not pay cash any more is told, and online payment is chosen, also at the next visit', async () => {
  const { shop, api } = shopApi();
  api['POST /orders'] = () => {
    shop.terms = {
      ...TERMS,
      cash: { ...TERMS.cash, refused: 'Not for your account. Write to us.' },
    };
    throw new AppError('cash_limit');
  };
  const { screen } = await openCheckout(api);
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  await expect.element(cash).toBeChecked();
  await place.click();
  await expect.element(screen.getByText('Please pay online.')).toBeVisible();
  await expect.element(cash).not.toBeInTheDocument();
  await expectVisible(screen, 'Not for your account. Write to us.');
  await expect.element(screen.getByRole('radio', { name: 'Online Payment' })).toBeChecked();
  expect(shop.ordered).toEqual([]);
});

test('cash is not offered above its limit, with the reason and the way out; for less it is again, and still chosen', async () => {
  const { shop, api } = shopApi({
    terms: { ...TERMS, cash: { ...TERMS.cash, fee: 30, max_total: 900 } },
  });
  const { screen } = await openCheckout(api);
  const why = screen.getByRole('status').filter({ hasText: 'Cash on delivery' });
  await expect
    .element(why)
    .toMatchTextContent(
      'Cash on delivery is for orders up to ₹900. Please pay online, or order less.',
    );
  const cash = screen.getByRole('radio', { name: /Cash on Delivery/ });
  await expect.element(cash).not.toBeInTheDocument();
  await expect.element(screen.getByRole('radio', { name: /Online Payment/ })).toBeChecked();
  // Another tab leaves one pack of ₹799 in the cart: with the fee it is below the limit.
  shop.cart = [PREMIUM];
  await queryClient.invalidateQueries();
  await expect.element(cash).toBeChecked();
  await expect.element(why).not.toBeInTheDocument();
  await place.click();
  await expect.poll(() => shop.ordered).toMatchObject([{ total_amount: 829 }]);
});

test('where nobody can pay online, the reason stands at cash itself', async () => {
  const { api } = shopApi({
    terms: { ...TERMS, mode: null, cash: { ...TERMS.cash, min_total: 9_999 } },
  });
  const { screen } = await openCheckout(api);
  await expect
    .element(screen.getByRole('radio', { name: /Cash on Delivery/ }))
    .toHaveAccessibleName(/orders from ₹9,999. Please order more, or write to us./);
});

test('a first address is written in a dialog, then chosen, and has the focus', async () => {
  const { shop, api } = shopApi({ addresses: [] });
  api['POST /addresses'] = ({ body }) => {
    const address = { ...HOME, ...body };
    shop.addresses = [address];
    return address;
  };
  const { screen } = await openCheckout(api, '/checkout');
  await expect.element(screen.getByText('No saved addresses')).toBeVisible();
  await expect.element(onward).toHaveAttribute('aria-disabled', 'true');
  await button('Add Address').click();
  const dialog = screen.getByRole('dialog', { name: 'Add New Address' });
  await expect.element(dialog.getByLabelText('Full Name')).toHaveValue('Asha Rao');
  for (const [label, text] of [
    ['Phone Number', HOME.phone],
    ['Address Line 1', HOME.address_line1],
    ['Postal Code', HOME.postal_code], // which fills in the city and the state
  ] as const)
    await dialog.getByLabelText(label).fill(text);
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect.element(screen.getByText('Address added')).toBeVisible();
  const choice = screen.getByRole('radio', { name: 'Asha Rao' });
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).toBeChecked();
  await expect.element(onward).not.toHaveAttribute('aria-disabled');
});

test('the chosen address is kept from step to step; a mistake in it is corrected where it is chosen', async () => {
  const ravi = { ...HOME, id: crypto.randomUUID(), full_name: 'Ravi Kumar', is_default: false };
  const { shop, api } = shopApi({ addresses: [HOME, ravi] });
  api['PATCH /addresses/{id}'] = ({ body }) => {
    const address = { ...ravi, ...body };
    shop.addresses = [HOME, address];
    return address;
  };
  const { screen } = await openCheckout(api, '/checkout');
  await screen.getByRole('radio', { name: 'Ravi Kumar' }).click();
  await onward.click();
  await expectVisible(screen, 'Address selected', 'Ravi Kumar, 12 Marine Drive');
  await button('Edit shipping address').click();
  await expect.element(screen.getByRole('radio', { name: 'Ravi Kumar' })).toBeChecked();
  await button('Edit address of Ravi Kumar, Mumbai').click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Address' });
  await dialog.getByLabelText('Address Line 1').fill('21 Marine Drive');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  const corrected = screen.getByRole('radio', { name: '21 Marine Drive' });
  await expect.element(corrected).toBeChecked();
  await expect.element(corrected).toHaveFocus();
  await onward.click();
  await place.click();
  await expect.poll(() => shop.ordered).toMatchObject([{ shipping_address_id: ravi.id }]);
});

test('an address that was deleted in another tab has to be chosen again', async () => {
  const { shop, api } = shopApi();
  api['POST /orders'] = () => {
    shop.addresses = [];
    throw new AppError('address_not_found');
  };
  const { screen, path } = await openCheckout(api);
  await place.click();
  await expectVisible(screen, 'Please select a shipping address', 'No saved addresses');
  expect(path()).toBe('/checkout');
});

test('while the order is sent, the button says so and nothing can be chosen; then its page opens', async () => {
  const { api } = shopApi();
  const answer = holdAnswer(api, 'POST /orders');
  const { screen, path, requests } = await openCheckout(api);
  await place.click();
  const busy = button('Processing...');
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByRole('radio', { name: 'Cash on Delivery' })).toBeDisabled();
  busy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  answer.release();
  await expect.poll(path).toBe(ORDER);
  expect(requests.filter((request) => request === 'POST /orders')).toHaveLength(1);
});

test('who has gone on when the order is placed stays there, with a link to the order', async () => {
  const { api } = shopApi();
  const answer = holdAnswer(api, 'POST /orders');
  const { screen, path } = await openCheckout(api);
  await place.click();
  await screen.getByRole('link', { name: 'Edit cart' }).click();
  expect(path()).toBe('/cart');
  answer.release();
  await expect.element(screen.getByText('Order placed!')).toBeVisible();
  expect(path()).toBe('/cart');
  await screen.getByRole('link', { name: 'View order' }).click();
  expect(path()).toBe(ORDER);
});

test('an order without an answer is told, the focus stays, and its success replaces the message', async () => {
  const { shop, api } = shopApi();
  refuse(api, 'POST /orders', UNREACHABLE);
  const { screen, path } = await openCheckout(api);
  await place.click();
  const message = screen.getByText('We could not reach the shop.');
  await expect.element(message).toBeVisible();
  await expect.element(place).not.toHaveAttribute('aria-disabled');
  await expect.element(place).toHaveFocus();
  await place.click();
  await expect.element(screen.getByText('Order placed!')).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  expect(path()).toBe(ORDER);
  expect(shop.ordered).toHaveLength(1);
});

test('an order that the shop says it has not made is not sent again from the empty cart', async () => {
  const { shop, api } = shopApi();
  api['POST /orders'] = refusing('gateway_unavailable', { message: 'The bank does not answer.' });
  const { screen, path, requests } = await openCheckout(api);
  await place.click();
  await expect.element(screen.getByText('The bank does not answer.')).toBeVisible();
  shop.cart = [];
  await button('Edit shipping address').click();
  await onward.click();
  await expect.poll(path).toBe('/cart');
  expect(requests.filter((request) => request === 'POST /orders')).toHaveLength(1);
});

test('the steps are told apart, and the summary shows what is ordered', async () => {
  const { api } = shopApi();
  const { screen, path } = await openCheckout(api, '/checkout');
  const steps = screen.getByRole('list', { name: 'Checkout steps' }).getByRole('listitem');
  await expect.element(steps.nth(0)).toHaveAttribute('aria-current', 'step');
  await expect.element(steps.nth(1)).not.toHaveAttribute('aria-current');
  const summary = screen.getByRole('region', { name: 'Order Summary' });
  await expect.element(summary.getByRole('listitem').first()).toMatchTextContent('Qty: 4');
  await expect.element(summary.getByRole('listitem').first()).toMatchTextContent('₹2,396.00');
  const sums = ['₹3,195.00', 'Free', '₹3,195.00'];
  for (const [index, sum] of sums.entries()) {
    await expect.element(summary.getByRole('definition').nth(index)).toMatchTextContent(sum);
  }
  await onward.click();
  await expect.element(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect.element(steps.nth(0)).toMatchTextContent('done');
  await screen.getByRole('link', { name: 'Edit cart' }).click();
  expect(path()).toBe('/cart');
});

test('when the ways to pay cannot be loaded, the checkout says so instead of leaving one out', async () => {
  const { api } = shopApi();
  const answers = { ...api };
  api['GET /checkout/terms'] = unreachable;
  const { screen } = await openCheckout(api);
  const again = button('Try again');
  await expect.element(again).toBeVisible();
  Object.assign(api, answers);
  await again.click();
  await expect.element(screen.getByRole('radio', { name: 'Online Payment' })).toBeVisible();
});
