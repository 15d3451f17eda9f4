import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import type { Queue } from '#contract/admin/order-list.ts';
import { test as base, type OwnShop } from './isolated-shop.ts';
import { declineCookies, expect } from './shop.ts';
import { tap } from './tap.ts';

/** A signed-in owner of the demo shop, who can act in the browser and through the API. */
type DemoOwner = {
  /** Pages that this browser opens from now on are signed in as the owner, with cookies declined. */
  signInto(context: BrowserContext): Promise<void>;
  /** Sends a request to /api/admin; fails the test when it is refused. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
};

/** The demo's own owner, whose account all tests share. */
export async function demoOwner(request: APIRequestContext): Promise<DemoOwner> {
  const page = await request.post('/dev/admin', { headers: { 'sec-fetch-site': 'same-origin' } });
  const session = /id="session">(.*?)<\/script>/s.exec(await page.text())?.[1] ?? '';
  return ownerOf(request, session);
}

function ownerOf(request: APIRequestContext, session: string): DemoOwner {
  const { access_token: token } = JSON.parse(session);
  return {
    signInto: (context) => keepSession(context, session),
    async call(method, path, body) {
      const response = await request.fetch(`/api/admin${path}`, {
        method,
        data: body,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.ok(), `${method} ${path} answered ${response.status()}`).toBe(true);
      return response.json();
    },
  };
}

async function keepSession(context: BrowserContext, session: string): Promise<void> {
  await context.addInitScript((stored) => {
    if (window.location.protocol === 'about:' || window.top !== window) return;
    window.localStorage.setItem('shop-auth', stored);
  }, session);
  await declineCookies(context);
}

/** Applies a verb to the present version of an order; `more` holds the verb's other fields. */
export async function act(owner: DemoOwner, order: string, verb: string, more: object = {}) {
  const present = await owner.call('GET', `/orders/${order}`);
  const version = typeof present === 'object' && present && 'version' in present && present.version;
  await owner.call('POST', `/orders/${order}/actions`, { verb, version, ...more });
}

/**
 * Creates an account with a confirmed email, and signs the page in with it. `role` is part of its email; only `makeStaff`
 * makes the account staff.
 *
 * @returns their email.
 */
export async function signUpAndIn(page: Page, shop: OwnShop, role: string): Promise<string> {
  const data = { email: `${role}-${crypto.randomUUID()}@example.com`, password: 'a long password' };
  const post = (path: string) => page.request.post(`${shop.url}/auth/v1/${path}`, { data });
  await post('signup');
  await shop.sql('update auth.users set email_confirmed_at = now() where email = $1', [data.email]);
  await keepSession(page.context(), await (await post('token?grant_type=password')).text());
  return data.email;
}

/** Makes the account with this email staff. */
export const makeStaff = (shop: OwnShop, email: string, role: string) =>
  shop.sql(
    'insert into staff (user_id, email, role) select id, email, $2 from auth.users where email = $1',
    [email, role],
  );

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
