import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Queue } from '#contract/admin/order-list.ts';
import { declineCookies } from './cookie-consent.ts';
import { demoOwner } from './demo-owner.ts';
import { test as base } from './isolated-shop.ts';
import { keepMessages, SNACKBARS } from './keep-messages.ts';
import { expect } from './shop.ts';
import { tap } from './tap.ts';

type WorkerFixtures = { demoOrders: undefined };
type TestFixtures = {
  /** After each test the demo's orders are as they were before it: a queue that the test emptied is full again. */
  ordersAsBefore: undefined;
  /** A page where the demo's owner is signed in. Nothing is opened yet. */
  admin: Page;
};

/** The tables that are copied before the first test and restored from the copies after each. */
const TABLES = [
  'orders',
  'order_events',
  'shipments',
  'cod_collections',
  'manual_refunds',
  'stock_movements',
];

/** Tests on a separate shop (one for each worker) that has the sixty orders of the demo. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demoOrders: [
    async ({ ownShop }, use) => {
      await fetch(`${ownShop.url}/dev/admin`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      await promisify(execFile)(process.execPath, ['server/commands/demo-orders.ts'], {
        env: { ...process.env, DATA_DIR: ownShop.dataDir },
      });
      for (const table of TABLES)
        await ownShop.sql(`create table ${table}_as_before as table ${table}`);
      await use(undefined);
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  ordersAsBefore: [
    async ({ ownShop, demoOrders: _ }, use) => {
      await use(undefined);
      await ownShop.start();
      // All emails of the demo's orders were sent before, so those still queued come from the test.
      await ownShop.sql(`
        delete from jobs.job where state < 'active'
          and name in ('order-confirmation', 'order-notice', 'order-mail', 'order-mail-again');
        delete from order_events where order_id in (select id from orders_as_before)
          and id not in (select id from order_events_as_before);
        update order_events set at = before.at, data = before.data, mailed_at = before.mailed_at
        from order_events_as_before before
        where before.id = order_events.id and (order_events.at, order_events.data, order_events.mailed_at)
          is distinct from (before.at, before.data, before.mailed_at);
        delete from manual_refunds where order_id in (select id from orders_as_before)
          and id not in (select id from manual_refunds_as_before);
        delete from stock_movements where id not in (select id from stock_movements_as_before)
          and order_item_id in (select id from order_items where order_id in (select id from orders_as_before));
        update orders set fulfilment = before.fulfilment, payment_status = before.payment_status,
          confirmed_at = before.confirmed_at, packed_at = before.packed_at, shipped_at = before.shipped_at,
          delivered_at = before.delivered_at, closed_at = before.closed_at, cancel_reason = before.cancel_reason,
          shipping_address = before.shipping_address, version = orders.version + 1
        from orders_as_before before
        where before.id = orders.id and (orders.fulfilment, orders.payment_status, orders.shipping_address)
          is distinct from (before.fulfilment, before.payment_status, before.shipping_address);
        delete from shipments where id not in (select id from shipments_as_before);
        update shipments set state = before.state, failed_attempts = before.failed_attempts,
          courier = before.courier, tracking_number = before.tracking_number
        from shipments_as_before before where before.id = shipments.id;
        delete from cod_collections where order_id not in (select order_id from cod_collections_as_before);
        update cod_collections set state = before.state, collected_at = before.collected_at,
          due_at = before.due_at, remitted_amount = before.remitted_amount,
          remittance_id = before.remittance_id, settled_at = before.settled_at
        from cod_collections_as_before before where before.order_id = cod_collections.order_id;
        update orders set fulfilment = 'cancelled', packed_at = null
        where id not in (select id from orders_as_before)`);
    },
    { auto: true },
  ],

  admin: async ({ page, request, ownShop, demoOrders: _ }, use) => {
    await rememberCourier(page, ownShop);
    await keepMessages(page, SNACKBARS);
    await page.addInitScript(() => {
      // The real print dialog would block the test. The attribute shows that printing was asked for.
      window.print = () => document.documentElement.setAttribute('printed', '');
    });
    const owner = await demoOwner(request);
    await owner.signInto(page.context());
    await use(page);
  },
});

/** As if Blue Dart had been chosen in this browser before: without a former choice none is preselected. */
async function rememberCourier(
  page: Page,
  { sql }: { sql: (text: string) => Promise<{ rows: { id: string }[] }> },
): Promise<void> {
  const { rows: found } = await sql(`select id from couriers where name = 'Blue Dart'`);
  await page.addInitScript((id) => {
    if (!localStorage.getItem('admin-courier')) localStorage.setItem('admin-courier', id);
  }, found[0]?.id ?? '');
}

/** Opens the admin by the button of /dev/admin, which signs in as the demo's owner. */
export async function openAsOwner(page: Page): Promise<void> {
  await declineCookies(page.context());
  await page.goto('/dev/admin');
  await tap(page.getByRole('button', { name: "Open the admin as the demo's owner" }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** Opens the admin's first screen, Today. */
export async function openToday(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** Opens the list of a queue and waits for its first order. */
export async function openQueue(page: Page, queue: Queue): Promise<void> {
  await page.goto(`/admin/orders?queue=${queue}`);
  await expect(rows(page).first()).toBeVisible();
}

/** The rows of the open list of orders. */
export const rows = (page: Page) => page.getByRole('main').locator('[data-order]');

/** An order number, as rows and pages show it. */
export const ORDER_NUMBER = /AP-[0-9A-Z]{3}-[0-9A-Z]{3}/;

/** The message with this text that reports a finished action; it may have an Undo button. */
export const statusMessage = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });

/** The bar with the actions for the selected orders. */
export const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected orders' });

/**
 * Opens a queue, which must have at least `count` orders.
 *
 * @returns the ids of the first `count`.
 */
export async function idsOf(page: Page, queue: Queue, count: number): Promise<string[]> {
  await openQueue(page, queue);
  const ids = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-order') ?? ''),
  );
  expect(ids.length).toBeGreaterThanOrEqual(count);
  return ids.slice(0, count);
}

/**
 * Opens one order of a queue, by its place in the list.
 *
 * @returns its id.
 */
export async function openOrder(page: Page, queue: Queue, place = 0): Promise<string> {
  await openQueue(page, queue);
  await rows(page).nth(place).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
