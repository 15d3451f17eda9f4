import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Queue } from '#contract/admin/orders.ts';
import { demoOwner } from './demo-owner.ts';
import { test as base } from './isolated-shop.ts';
import { expect } from './shop.ts';

type WorkerFixtures = { demoOrders: undefined };
type TestFixtures = {
  /** What a test does to the demo's orders is undone for the next one: a queue that one has emptied is full again. */
  ordersAsBefore: undefined;
  /** A page of the demo's owner, who is signed in; no screen is open yet. */
  admin: Page;
};

const TABLES = ['orders', 'shipments', 'cod_collections'];

/** A shop of the test's own with the demo's sixty orders, opened as a newcomer opens it. */
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
      await ownShop.sql(`
        update orders set fulfilment = before.fulfilment, payment_status = before.payment_status,
          packed_at = before.packed_at, shipped_at = before.shipped_at,
          shipping_address = before.shipping_address, version = orders.version + 1
        from orders_as_before before
        where before.id = orders.id and (orders.fulfilment, orders.payment_status, orders.shipping_address)
          is distinct from (before.fulfilment, before.payment_status, before.shipping_address);
        delete from shipments where id not in (select id from shipments_as_before);
        update shipments set state = before.state, failed_attempts = before.failed_attempts
        from shipments_as_before before where before.id = shipments.id;
        delete from cod_collections where order_id not in (select order_id from cod_collections_as_before);
        update orders set fulfilment = 'cancelled', packed_at = null
        where id not in (select id from orders_as_before)`);
    },
    { auto: true },
  ],

  admin: async ({ page, request, demoOrders: _ }, use) => {
    await page.addInitScript(() => {
      // The browser's own dialog would wait for somebody.
      window.print = () => document.documentElement.setAttribute('printed', '');
    });
    const owner = await demoOwner(request);
    await owner.signInto(page.context());
    await use(page);
  },
});

export async function openAsOwner(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    if (window.top === window && window.location.protocol !== 'about:')
      window.localStorage.setItem('cookie-consent', 'declined');
  });
  await page.goto('/dev/admin');
  await page.getByRole('button', { name: "Open the admin as the demo's owner" }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** Opens the admin's first screen. */
export async function openToday(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** Opens a queue and waits for its orders. */
export async function openQueue(page: Page, queue: Queue): Promise<void> {
  await page.goto(`/admin/orders?queue=${queue}`);
  await expect(rows(page).first()).toBeVisible();
}

/** The orders of the list. */
export const rows = (page: Page) => page.getByRole('main').locator('[data-order]');

/** The number of an order, as its row or page shows it. */
export const NUMBER = /AP-[0-9A-Z]{3}-[0-9A-Z]{3}/;

/** The message about what was done. */
export const done = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });

/** What can be done with the selected orders. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected orders' });

/** Opens a queue that has so many orders or more; the ids of the first ones. */
export async function idsOf(page: Page, queue: Queue, count: number): Promise<string[]> {
  await openQueue(page, queue);
  const ids = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-order') ?? ''),
  );
  expect(ids.length).toBeGreaterThanOrEqual(count);
  return ids.slice(0, count);
}

/** Selects the first orders of a queue; their ids. */
export async function selectFirst(page: Page, queue: Queue, count: number): Promise<string[]> {
  const ids = await idsOf(page, queue, count);
  for (const id of ids) {
    const box = page.locator(`[data-order="${id}"]`).getByRole('checkbox');
    // Ticked by the URL, a moment after the click.
    await box.click();
    await expect(box).toBeChecked();
  }
  await expect(bar(page)).toContainText(`${count} selected`);
  return ids;
}

/** Opens an order of a queue; its id. */
export async function openOrder(page: Page, queue: Queue, place = 0): Promise<string> {
  await openQueue(page, queue);
  await rows(page).nth(place).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
