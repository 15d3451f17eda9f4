import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { openAccount, sessionOf } from '#test/component/account.tsx';
import { type Handlers, UNREACHABLE } from '#test/component/fake-api.ts';
import { expectAccessible } from '#test/component/layout.ts';
import { open } from '#test/component/open.tsx';
import OrderPage from './order-page.tsx';
import OrdersPage from './orders-page.tsx';

const PICTURE = '/pictures/products/dried-flowers.jpg';

function orderOf(number: number, items = 1): Order {
  return {
    id: crypto.randomUUID(),
    order_number: `AP-7KQ-${String(number).padStart(3, '0')}`,
    total_amount: 499 * items,
    shipping_address_id: null,
    shipping_address: {
      full_name: 'Asha Rao',
      phone: '+91 98765 43210',
      address_line1: '12 Hill Road',
      address_line2: null,
      city: 'Mumbai',
      state: 'Maharashtra',
      postal_code: '400020',
      country: 'India',
    },
    payment_method: 'cod',
    payment_status: 'pending',
    payment_id: null,
    payment_mode: null,
    refunds: [],
    status: 'pending',
    created_at: '2026-01-05T06:30:00.000Z',
    order_items: Array.from({ length: items }, (_, index) => ({
      id: crypto.randomUUID(),
      product_id: String(index + 1),
      product_name: 'Dried Aparajita Flowers',
      product_image: PICTURE,
      quantity: 1,
      price: 499,
      subtotal: 499,
    })),
  };
}

test('a shopper without orders finds a way to the shop', async () => {
  const { screen } = await open(<OrdersPage />, {
    path: '/account/orders',
    api: { 'GET /orders': () => ({ orders: [], next: null }) },
  });
  await expect.element(screen.getByText('No orders yet')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Start shopping' }))
    .toHaveAttribute('href', '/shop');
});

test('an order shows three thumbnails and the number of further items', async () => {
  const { screen } = await open(<OrdersPage />, {
    path: '/account/orders',
    api: { 'GET /orders': () => ({ orders: [orderOf(1, 5)], next: null }) },
  });
  const card = screen.getByRole('region', { name: 'My Orders' }).getByRole('listitem');
  for (const text of ['+2', '5 items', '₹2,495.00', 'Pending', 'Jan 05, 2026'])
    await expect.element(card.getByText(text)).toBeVisible();
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
  const { screen } = await open(<OrdersPage />, { path: '/account/orders', api });
  const cards = screen.getByRole('link', { name: /Order #/ });
  const more = screen.getByRole('button', { name: 'Show more' });
  await expect.element(more).toBeVisible();
  await expect.element(cards.first()).toMatchTextContent(/1 item(?!s)/);
  api['GET /orders'] = () => {
    throw UNREACHABLE;
  };
  await more.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/We could not reach the shop/);
  api['GET /orders'] = pages;
  await more.click();
  await expect.element(cards.nth(20)).toHaveFocus();
  await expect.element(more).not.toBeInTheDocument();
  const links = cards.elements().map((link) => link.getAttribute('href'));
  expect(links).toEqual(all.map(({ id }) => `/account/orders/${id}`));
});

test('a shipped or delivered order has a link to the contact form, which takes its number along', async () => {
  const pages = { '/account/orders/:id': <OrderPage />, '/contact': <h1>Contact</h1> };
  for (const status of ['confirmed', 'shipped', 'delivered'] as const) {
    const order = { ...orderOf(1), status };
    const { screen, navigate } = await openAccount({
      path: '/',
      as: sessionOf(),
      pages,
      api: { 'GET /orders/{id}': () => ({ ...order, events: [], can_cancel: false }) },
    });
    await navigate(`/account/orders/${order.id}`);
    await expect.element(screen.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
    const link = screen.getByRole('link', { name: 'Something wrong with this order?' });
    if (status === 'confirmed') await expect.element(link).not.toBeInTheDocument();
    else {
      await expect.element(link).toHaveAttribute('href', '/contact#order=AP-7KQ-001');
      expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(43.99);
    }
    await screen.unmount();
  }
});
