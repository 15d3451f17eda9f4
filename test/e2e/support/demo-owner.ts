import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test';
import { declineCookies } from './cookie-consent.ts';
import { signIn, signUp } from './shop.ts';

/** A signed-in owner of the demo shop, who can act in the browser and through the API. */
export type DemoOwner = {
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

/** Another owner, invited by the demo's owner: with a new account, used by no other test. */
export async function newOwner(request: APIRequestContext): Promise<DemoOwner> {
  const account = await signUp(request);
  const invitation = await (await demoOwner(request)).call('POST', '/staff/invitations', {
    email: account.email,
    role: 'owner',
  });
  const token = /#([\w-]+)"/.exec(JSON.stringify(invitation))?.[1];
  const owner = ownerOf(request, JSON.stringify(await signIn(request, account)));
  await owner.call('POST', '/staff/acceptance', { token });
  return owner;
}

function ownerOf(request: APIRequestContext, session: string): DemoOwner {
  const { access_token: token } = JSON.parse(session);
  return {
    async signInto(context) {
      await context.addInitScript((stored) => {
        if (window.location.protocol === 'about:' || window.top !== window) return;
        window.localStorage.setItem('shop-auth', stored);
      }, session);
      await declineCookies(context);
    },
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

/** Applies a verb to the present version of an order; `more` holds the verb's other fields. */
export async function act(owner: DemoOwner, order: string, verb: string, more: object = {}) {
  const present = await owner.call('GET', `/orders/${order}`);
  const version = typeof present === 'object' && present && 'version' in present && present.version;
  await owner.call('POST', `/orders/${order}/actions`, { verb, version, ...more });
}

/** Hands an order over to the first courier. */
export async function handOver(owner: DemoOwner, order: string, tracking_number: string) {
  const answer = JSON.stringify(await owner.call('GET', '/couriers'));
  const courier = /"id":"([0-9a-f-]{36})"/.exec(answer)?.[1];
  await act(owner, order, 'hand_over', { courier, tracking_number });
}
