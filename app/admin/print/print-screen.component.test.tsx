import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { count, openAdmin } from '#test/component/admin.tsx';
import { holdAnswer } from '#test/component/fake-api.ts';
import { anOrder, fakeOrders, idOf, numberOf, onItsWay } from '#test/component/fake-orders.ts';
import { expectNoOverflow, expectVisible } from '#test/component/layout.ts';

const pathOf = (screen: string, ...ns: number[]) =>
  `/admin/${screen}?orders=${ns.map((n) => idOf(n, 1)).join(',')}`;

async function openSheets(screen: string, orders = [1, 2, 3, 4].map((n) => anOrder(n))) {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const server = fakeOrders(orders);
  const ns = orders.map((_, n) => n + 1);
  const opened = await openAdmin(pathOf(screen, ...ns), { api: server.api });
  const slips = opened.main.getByRole('article', { name: /^Slip AP-/ });
  return { ...opened, server, slips, print };
}

test('what is refunded or paid with test money is left out of slips and pick list, and named', async () => {
  const { main, slips } = await openSheets('print', [
    anOrder(1, { wholly_refunded: true }),
    anOrder(2, { payment_method: 'razorpay', payment_mode: 'test' }),
    anOrder(3),
    anOrder(4),
  ]);
  await expect
    .element(main.getByRole('heading', { level: 1 }))
    .toMatchTextContent('2 packing slips');
  await expectVisible(
    main,
    `${numberOf(1)} has no slip: Refunded.`,
    `${numberOf(2)} has no slip: Test payment.`,
  );
  await expect.element(main.getByRole('heading', { name: 'Pick list, 2 orders' })).toBeVisible();
  await count(slips).toBe(2);
});

test('no slip is printed of an order that was cancelled since somebody looked at it', async () => {
  const server = fakeOrders([anOrder(1)]);
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const { main } = await openAdmin(`/admin/orders/${idOf(1, 1)}`, { api: server.api });
  const link = main.getByRole('link', { name: 'Print slip' });
  await expect.element(link).toBeVisible();
  server.change(idOf(1, 1), { fulfilment: 'cancelled' }, 'cancel');
  const answer = holdAnswer(server.api, 'GET /admin/orders/details');
  await link.click();
  await answer.asked;
  await expect.element(main.getByText('Loading...')).toBeVisible();
  await expect.element(main.getByRole('article')).not.toBeInTheDocument();
  answer.release();
  await expect.element(main.getByText('has no slip: Cancelled')).toBeVisible();
  expect(print).not.toHaveBeenCalled();
});

test('orders that the role may not see any more stop none of the others, on any screen', async () => {
  const gone = page.getByRole('alert').filter({ hasText: 'no longer here' });
  const { main, slips, server, requests, go } = await openSheets('print');
  await count(slips).toBe(4);
  server.hide(idOf(1, 1));
  for (const [screen, others] of [
    ['print', slips],
    ['pack', main.getByRole('button', { name: /^AP-/ })],
    ['hand-over', main.getByLabelText(/^Tracking number of/)],
  ] as const) {
    await go('/admin/orders');
    await go(pathOf(screen, 1, 2, 3));
    await count(others).toBe(2);
    await expect.element(gone).toBeVisible();
  }
  expect(requests.filter((each) => /GET \/admin\/orders\/[0-9]/.test(each))).toEqual([]);
});

test('a manifest lists what was handed over, and leaves out what is no longer here', async () => {
  const { main, server, go, print } = await openSheets('manifest', [onItsWay(1), onItsWay(2)]);
  const sheet = main.getByRole('article', { name: /^Manifest / });
  await expect.element(sheet).toMatchTextContent('2 parcels');
  await count(sheet.getByRole('row')).toBe(3);
  await expect.poll(() => print.mock.calls.length).toBeGreaterThan(0);
  await expectNoOverflow();
  server.hide(idOf(1, 1));
  await go('/admin/orders');
  await go(pathOf('manifest', 2, 1));
  await expect.element(sheet).toMatchTextContent(/One parcel/);
});

test('the pick list has each product’s code, large enough to be scanned, and fits a phone', async () => {
  const { main } = await openSheets('print');
  const line = main.getByRole('table').first().getByRole('row').nth(1);
  await expect.element(line).toMatchTextContent(/Code \S/);
  const code = line.element().querySelector('img')?.getBoundingClientRect();
  expect(code?.width).toBeGreaterThanOrEqual(72);
  await expectNoOverflow();
});

test('a screen for selected orders that was opened without any says where they are selected', async () => {
  const server = fakeOrders([]);
  const { main, go, path } = await openAdmin('/admin/print', { api: server.api });
  for (const screen of ['print', 'pack', 'hand-over', 'manifest']) {
    await go(`/admin/${screen}`);
    await expect.element(main.getByText('No orders are selected.')).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Hand over' })).not.toBeInTheDocument();
    await main.getByRole('link', { name: 'orders', exact: true }).click();
    await expect.poll(path).toBe('/admin/orders');
  }
});
