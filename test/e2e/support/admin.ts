import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Queue } from '#contract/admin/order-list.ts';
import { test as base } from './isolated-shop.ts';
import { declineCookies, expect } from './shop.ts';
import { demoOwner } from './staff.ts';
import { tap } from './tap.ts';

type WorkerFixtures = { demoOrders: undefined };
/** A page where the demo's owner is signed in. Nothing is opened yet. */
type TestFixtures = { admin: Page };

/**
 * Tests on a separate shop (one for each worker) that has the sixty orders of the demo. What a test does with an order
 * stays, so each takes only a few of a queue.
 */
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
      await use(undefined);
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  admin: async ({ page, request, ownShop, demoOrders: _ }, use) => {
    // As if Blue Dart had been chosen in this browser before: without a former choice none is preselected.
    const { rows: found } = await ownShop.sql(`select id from couriers where name = 'Blue Dart'`);
    await page.addInitScript((id) => localStorage.setItem('admin-courier', id), found[0]?.id ?? '');
    await page.addInitScript(() => {
      // The real print dialog would block the test. The attribute shows that printing was asked for.
      window.print = () => document.documentElement.setAttribute('printed', '');
    });
    await (await demoOwner(request)).signInto(page.context());
    await use(page);
  },
});

/** Opens the admin by the button of /dev/admin, which signs in as the demo's owner. */
export async function openAsOwner(page: Page): Promise<void> {
  await declineCookies(page.context());
  await page.goto('/dev/admin');
  await tap(page.getByRole('button', { name: "Open the admin as the demo's owner" }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
}

/** Opens a screen by the list of all of them. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await tap(page.getByRole('button', { name: 'All screens' }));
  await tap(page.getByRole('dialog').getByRole('link', { name }));
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
