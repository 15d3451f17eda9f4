import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import type { OwnShop } from './isolated-shop.ts';
import { declineCookies } from './shop.ts';

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
