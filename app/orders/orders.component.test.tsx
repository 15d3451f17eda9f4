import '#app/ui/shop.css';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { PROFILE } from '#test/component/buy.ts';
import { type Handlers, refusing, unreachable } from '#test/component/fake-api.ts';
import { expectAccessible, expectVisible } from '#test/component/layout.ts';
import { alert, button, dialog, heading } from '#test/component/locators.ts';
import { ASHA, open } from '#test/component/open.tsx';
import { newOrder, timelineEvent } from '#test/component/shopper-data.ts';
import OrderPage from './order-page.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import OrdersPage from './orders-page.tsx';

function openOrder(order: OrderWithTimeline, more: Handlers = {}) {
  const page = (
    <Routes>
      <Route path="/account/orders/:id" element={<OrderPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  return open(page, {
    path: `/account/orders/${order.id}`,
    api: {
      'GET /orders/{id}': () => order,
      'GET /profile': () => PROFILE,
      ...more,
    },
  });
}

test('the confirmation says when the order comes, where the email went, what to keep ready, how to brew', async () => {
  const order = newOrder();
  // The recipient of the parcel is another person than the shopper.
  const { screen } = await openOrder({
    ...order,
    shipping_address: { ...order.shipping_address, full_name: 'Ravi Kumar' },
  });
  const thanks = screen.getByRole('region', { name: 'Thank you, Asha' });
  for (const text of [
    /by about \w{3}, \w{3} \d\d/,
    'Sundays and public holidays do not count',
    ASHA.email,
    'Keep ₹1,998.00 in cash ready',
    '80-90°C',
  ]) {
    await expect.element(thanks).toMatchTextContent(text);
  }
  // A bag or a stick is a cup, too.
  await expect.element(thanks).not.toMatchTextContent('flowers');
  await expect.element(thanks).not.toMatchTextContent('Pending');
  await expect
    .element(thanks.getByRole('link', { name: 'Continue shopping' }))
    .toHaveAttribute('href', '/shop');
});

test('what was paid online needs no cash, and with test money promises no refund', async () => {
  const { screen } = await openOrder(
    newOrder({
      payment_method: 'razorpay',
      payment_status: 'paid',
      payment_id: 'pay_A1',
      payment_mode: 'sandbox',
      status: 'confirmed',
    }),
  );
  const thanks = screen.getByRole('region', { name: 'Thank you, Asha' });
  await expect.element(thanks).toMatchTextContent('₹1,998.00 paid online');
  await expect.element(thanks).toMatchTextContent('nothing to pay when it arrives');
  await expect.element(thanks).not.toMatchTextContent('in cash');
  // In demo mode nothing is sent.
  await expect.element(thanks).toMatchTextContent('Would arrive by about');
  await expect
    .element(screen.getByRole('note'))
    .toMatchTextContent('This is a demo: no real payment is taken, and nothing is sent.');
  await button('Cancel order').click();
  await expect.element(dialog).toMatchTextContent('No real payment was taken.');
});

test('an order says how it was paid, and what of it went back', async () => {
  const refund = { created_at: '2026-11-03T06:30:00.000Z', id: crypto.randomUUID() };
  const { screen } = await openOrder(
    newOrder({
      payment_method: 'razorpay',
      payment_status: 'refund_pending',
      payment_id: 'pay_AAAAAAAAAAAAAA',
      payment_mode: 'live',
      refunds: [
        { ...refund, amount: 200, status: 'processed' },
        { ...refund, id: crypto.randomUUID(), amount: 99, status: 'pending' },
      ],
    }),
  );
  await expectVisible(screen, 'Online Payment (Razorpay)', 'Refund pending', 'pay_AAAAAAAAAAAAAA');
  await expectVisible(screen, /^₹200\.00, .*: Refunded$/, /^₹99\.00, .*: Refund started$/);
});

test.each([
  ['pending', 'We have received your order and are getting it ready.', true],
  ['confirmed', 'Your order is confirmed, and we are getting it ready.', true],
  ['processing', 'We are packing your order.', false],
  ['shipped', 'Your order is on its way to you.', false],
  ['delivered', 'Your order has been delivered.', false],
  ['cancelled', 'This order was cancelled. Nothing will be sent.', false],
] as const)(
  'an order that is %s says so in words, what is to pay, and where to ask once it has left',
  async (status, words, thanked) => {
    const { screen } = await openOrder(newOrder({ status, can_cancel: false }));
    await expect.element(screen.getByText(words)).toBeVisible();
    const thanks = heading('Thank you');
    expect(thanks.elements()).toHaveLength(thanked ? 1 : 0);
    const cash = screen.getByText('You pay in cash when it arrives.');
    expect(cash.elements()).toHaveLength(['delivered', 'cancelled'].includes(status) ? 0 : 1);
    const nothing = screen.getByText('There is nothing to pay.');
    expect(nothing.elements()).toHaveLength(status === 'cancelled' ? 1 : 0);
    const help = screen.getByRole('link', { name: 'Something wrong with this order?' }).elements();
    const handedOver = status === 'shipped' || status === 'delivered';
    expect(help.map((link) => link.getAttribute('href'))).toEqual(
      handedOver ? ['/contact#order=AP-7K2-M9X'] : [],
    );
    for (const link of help) expect(link.getBoundingClientRect().height).toBeGreaterThan(43.98);
  },
);

test('each status has the colour of the specification', async () => {
  const colours = [
    ['pending', 'yellow'],
    ['confirmed', 'blue'],
    ['processing', 'purple'],
    ['shipped', 'indigo'],
    ['delivered', 'green'],
    ['cancelled', 'red'],
  ] as const;
  const { screen } = await open(
    colours.map(([status, colour]) => (
      <p key={status}>
        <OrderStatusBadge status={status} />
        <i style={{ color: `var(--color-badge-${colour})` }}>{`colour of ${status}`}</i>
      </p>
    )),
    {},
  );
  for (const [status] of colours) {
    const label = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
    const drawn = getComputedStyle(screen.getByText(label, { exact: true }).element()).color;
    const asked = getComputedStyle(screen.getByText(`colour of ${status}`).element()).color;
    expect(drawn, status).toBe(asked);
  }
});

test('cancelling says beforehand what it does, and then that it is done, at the top of the page', async () => {
  const order = newOrder({ created_at: '2026-11-03T06:30:00.000Z' });
  let reason: string | undefined;
  const { screen } = await openOrder(order, {
    'POST /orders/{id}/cancellation': ({ body }) => {
      reason = body.reason;
      return {
        ...order,
        status: 'cancelled',
        can_cancel: false,
        events: [...order.events, timelineEvent('cancel', { by_shopper: true })],
      };
    },
  });
  await expectVisible(screen, 'Delivered, still to come', /^Expected by about \w+, \w+ \d/);
  const cancel = button('Cancel order');
  await cancel.click();
  await expect.element(dialog).toHaveAccessibleName('Cancel this order?');
  await expect
    .element(dialog)
    .toMatchTextContent('Nothing will be sent, and there is nothing to pay.');
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await cancel.click();
  await dialog.getByLabelText('Reason').selectOptions('Ordered twice');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(screen.getByText('Order cancelled')).toBeVisible();
  expect(reason).toBe('ordered_twice');
  await expect.element(heading(/^Order #/)).toHaveFocus();
  await expect.element(screen.getByText('Cancelled', { exact: true })).toBeInViewport();
  await expect.element(screen.getByText('You cancelled the order')).toBeVisible();
  await expect.element(screen.getByText('still to come')).not.toBeInTheDocument();
  await expect.element(cancel).not.toBeInTheDocument();
});

test('cancelling right after the parcel was handed over is refused, and the page shows where it is', async () => {
  let order = newOrder();
  const { screen } = await openOrder(order, {
    'GET /orders/{id}': () => order,
    'POST /orders/{id}/cancellation': () => {
      const left = timelineEvent('hand_over', { courier: 'DTDC', tracking_number: 'RACE1' });
      order = { ...order, status: 'shipped', can_cancel: false, events: [...order.events, left] };
      throw new AppError('not_allowed_now');
    },
  });
  await button('Cancel order').click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expectVisible(screen, 'Too late to cancel', 'RACE1');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(heading(/^Order #/)).toHaveFocus();
  await expect.element(screen.getByText('Your order is on its way to you.')).toBeInViewport();
  await expect.element(button('Cancel order')).not.toBeInTheDocument();
});

test('an order that does not exist says so', async () => {
  await openOrder(newOrder(), { 'GET /orders/{id}': refusing('order_not_found') });
  await expect.element(heading('Order not found')).toBeVisible();
});

const openOrders = (api: Handlers) => open(<OrdersPage />, { path: '/account/orders', api });

/** An order of the list, with so many items. */
function orderOf(number: number, items = 1) {
  const [item] = newOrder().order_items;
  if (!item) throw new Error('An order has items');
  return newOrder({
    id: crypto.randomUUID(),
    order_number: `AP-7KQ-${String(number).padStart(3, '0')}`,
    created_at: '2026-01-05T06:30:00.000Z',
    order_items: Array.from({ length: items }, () => ({ ...item, id: crypto.randomUUID() })),
  });
}

test('a shopper without orders finds a way to the shop', async () => {
  const { screen } = await openOrders({ 'GET /orders': () => ({ orders: [], next: null }) });
  await expect.element(screen.getByText('No orders yet')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Start shopping' }))
    .toHaveAttribute('href', '/shop');
});

test('an order shows three thumbnails and the number of further items', async () => {
  const orders = [orderOf(1, 5)];
  const { screen } = await openOrders({ 'GET /orders': () => ({ orders, next: null }) });
  const card = screen.getByRole('region', { name: 'My Orders' }).getByRole('listitem');
  await expectVisible(card, '+2', '5 items', '₹1,998.00', 'Pending', 'Jan 05, 2026');
  expect(card.getByRole('img').elements()).toHaveLength(3);
  await expectAccessible();
});

test('orders load page by page, and the focus moves to the first new one', async () => {
  const all = Array.from({ length: 23 }, (_, index) => orderOf(index));
  const pages: Handlers['GET /orders'] = ({ query }) =>
    query.before
      ? { orders: all.slice(20), next: null }
      : { orders: all.slice(0, 20), next: all[19]?.id ?? null };
  const api: Handlers = { 'GET /orders': pages };
  const { screen } = await openOrders(api);
  const cards = screen.getByRole('link', { name: /Order #/ });
  const more = button('Show more');
  await expect.element(more).toBeVisible();
  await expect.element(cards.first()).toMatchTextContent(/1 item(?!s)/);
  api['GET /orders'] = unreachable;
  await more.click();
  await expect.element(alert).toMatchTextContent(/We could not reach the shop/);
  api['GET /orders'] = pages;
  await more.click();
  await expect.element(cards.nth(20)).toHaveFocus();
  await expect.element(more).not.toBeInTheDocument();
  const links = cards.elements().map((link) => link.getAttribute('href'));
  expect(links).toEqual(all.map(({ id }) => `/account/orders/${id}`));
});
