import '#app/ui/shop.css';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { newOrder, timelineEvent } from '#test/component/buy.ts';
import type { Handlers } from '#test/component/fake-api.ts';
import { ASHA, open } from '#test/component/open.tsx';
import OrderPage from './order-page.tsx';
import { OrderStatusBadge } from './order-status.tsx';

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
      'GET /profile': () => ({ id: ASHA.id, full_name: 'Asha Rao', phone: null }),
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

test('what was paid online needs no cash', async () => {
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
  for (const text of [
    'Online Payment (Razorpay)',
    'Refund pending',
    'pay_AAAAAAAAAAAAAA',
    /^₹200\.00, .*: Refunded$/,
    /^₹99\.00, .*: Refund started$/,
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible();
  }
});

test.each([
  ['pending', 'We have received your order and are getting it ready.', true],
  ['confirmed', 'Your order is confirmed, and we are getting it ready.', true],
  ['processing', 'We are packing your order.', false],
  ['shipped', 'Your order is on its way to you.', false],
  ['delivered', 'Your order has been delivered.', false],
  ['cancelled', 'This order was cancelled. Nothing will be sent.', false],
] as const)(
  'an order that is %s says so in words, in its colour, and what is to pay',
  async (status, words, thanked) => {
    const { screen } = await openOrder(newOrder({ status, can_cancel: false }));
    await expect.element(screen.getByText(words)).toBeVisible();
    const thanks = screen.getByRole('heading', { name: 'Thank you' });
    expect(thanks.elements()).toHaveLength(thanked ? 1 : 0);
    const cash = screen.getByText('You pay in cash when it arrives.');
    expect(cash.elements()).toHaveLength(['delivered', 'cancelled'].includes(status) ? 0 : 1);
    const nothing = screen.getByText('There is nothing to pay.');
    expect(nothing.elements()).toHaveLength(status === 'cancelled' ? 1 : 0);
  },
);

test('each status has the colour of the specification', async () => {
  const colours = {
    pending: 'yellow',
    confirmed: 'blue',
    processing: 'purple',
    shipped: 'indigo',
    delivered: 'green',
    cancelled: 'red',
  } as const;
  const statuses = [
    'pending',
    'confirmed',
    'processing',
    'shipped',
    'delivered',
    'cancelled',
  ] as const;
  const { screen } = await open(
    statuses.map((status) => (
      <p key={status}>
        <OrderStatusBadge status={status} />
        <i style={{ color: `var(--color-badge-${colours[status]})` }}>{`colour of ${status}`}</i>
      </p>
    )),
    {},
  );
  for (const status of statuses) {
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
        events: [...order.events, { ...timelineEvent('cancel'), by_shopper: true }],
      };
    },
  });
  await expect.element(screen.getByText('Delivered, still to come')).toBeVisible();
  await expect.element(screen.getByText(/^Expected by about \w+, \w+ \d/)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Cancel order' });
  await button.click();
  const dialog = screen.getByRole('dialog', { name: 'Cancel this order?' });
  await expect
    .element(dialog)
    .toMatchTextContent('Nothing will be sent, and there is nothing to pay.');
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button.click();
  await dialog.getByLabelText('Reason').selectOptions('Ordered twice');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(screen.getByText('Order cancelled')).toBeVisible();
  expect(reason).toBe('ordered_twice');
  await expect.element(screen.getByRole('heading', { name: /^Order #/ })).toHaveFocus();
  await expect.element(screen.getByText('Cancelled', { exact: true })).toBeInViewport();
  await expect.element(screen.getByText('You cancelled the order')).toBeVisible();
  await expect.element(screen.getByText('still to come')).not.toBeInTheDocument();
  await expect.element(button).not.toBeInTheDocument();
});

test('an order paid with test money promises no refund when it is cancelled', async () => {
  const { screen } = await openOrder(
    newOrder({
      payment_method: 'razorpay',
      payment_status: 'paid',
      payment_id: 'pay_A1',
      payment_mode: 'sandbox',
      status: 'confirmed',
    }),
  );
  await screen.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(screen.getByRole('dialog')).toMatchTextContent('No real payment was taken.');
});

test('cancelling right after the parcel was handed over is refused, and the page shows where it is', async () => {
  let order = newOrder();
  const { screen } = await openOrder(order, {
    'GET /orders/{id}': () => order,
    'POST /orders/{id}/cancellation': () => {
      const left = { ...timelineEvent('hand_over'), courier: 'DTDC', tracking_number: 'RACE1' };
      order = { ...order, status: 'shipped', can_cancel: false, events: [...order.events, left] };
      throw new AppError('not_allowed_now');
    },
  });
  await screen.getByRole('button', { name: 'Cancel order' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(screen.getByText('Too late to cancel')).toBeVisible();
  await expect.element(screen.getByText('RACE1')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: /^Order #/ })).toHaveFocus();
  await expect.element(screen.getByText('Your order is on its way to you.')).toBeInViewport();
  await expect
    .element(screen.getByRole('button', { name: 'Cancel order' }))
    .not.toBeInTheDocument();
});

test('an order that does not exist says so', async () => {
  const { screen } = await openOrder(newOrder(), {
    'GET /orders/{id}': () => {
      throw new AppError('order_not_found');
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Order not found' })).toBeVisible();
});
