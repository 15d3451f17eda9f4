import { randomUUID } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import axe from 'axe-core';
import { dropTimers, MESSAGES } from '#test/message-timers.ts';

export { expect };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export type Account = { email: string; password: string; fullName: string };

/** A signed-in shopper, for whom a test can call the API to prepare a cart or an order. */
export type SignedInShopper = Account & {
  /** Sends a request to /api as the shopper, with a key of its own; fails the test when it is refused. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
};

type Fixtures = {
  /** A new account. */
  account: Account;
  /** A shopper who is already signed in on the test's pages: no test has to go through the form. */
  signedInShopper: SignedInShopper;
  /** Fails the test when a page throws, logs an error, or violates its content security policy. */
  quietConsole: undefined;
  /** Messages of the app stay until the test closes them. */
  keptMessages: undefined;
  /** Removes routes that still wait for an answer when the test ends: their error would fail the run. */
  routesEnded: undefined;
};

export const test = base.extend<Fixtures>({
  quietConsole: [
    async ({ context }, use) => {
      const noise: string[] = [];
      context.on('weberror', (error) => noise.push(`${error.page()?.url()}: ${error.error()}`));
      context.on('console', (message) => {
        // The browser logs every refused request by itself. Tests check what the page shows then.
        const refused = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !refused)
          noise.push(`${message.page()?.url()}: ${message.text()}`);
      });
      await use(undefined);
      expect(noise, 'the pages were quiet').toEqual([]);
    },
    { auto: true },
  ],

  keptMessages: [
    async ({ context }, use) => {
      await context.addInitScript(dropTimers, MESSAGES);
      await use(undefined);
    },
    { auto: true },
  ],

  routesEnded: [
    async ({ context }, use) => {
      await use(undefined);
      for (const routed of [...context.pages(), context])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],

  account: async ({ request }, use) => {
    const account = {
      email: `${randomUUID()}@example.com`,
      password: `steep-${randomUUID()}`,
      fullName: 'Asha Rao',
    };
    const data = { ...account, data: { full_name: account.fullName } };
    expect((await request.post('/auth/v1/signup', { data })).status()).toBe(200);
    await use(account);
  },

  signedInShopper: async ({ account, request, page, baseURL }, use) => {
    const session = await signIn(request, account);
    await page.context().addInitScript(
      ([key, value]) => {
        // A tab that has opened nothing yet has no storage, and a frame may belong to another site.
        if (window.location.protocol === 'about:' || window.top !== window) return;
        // Only once: a test that signs out must stay signed out after a reload.
        if (window.sessionStorage.getItem('seeded')) return;
        window.sessionStorage.setItem('seeded', 'yes');
        window.localStorage.setItem(key, value);
      },
      ['shop-auth', JSON.stringify(session)] as const,
    );
    await use({
      ...account,
      async call(method, path, data) {
        const authorization = `Bearer ${session.access_token}`;
        const headers = { authorization, 'idempotency-key': randomUUID() };
        const response = await request.fetch(`${baseURL}/api${path}`, { method, data, headers });
        expect(response.ok(), `${method} ${path} answered ${response.status()}`).toBe(true);
        return response.status() === 204 ? undefined : response.json();
      },
    });
  },
});

/** Visits as somebody who has declined cookies before: no banner is shown. From the next document on. */
export async function declineCookies(visitor: BrowserContext | Page): Promise<void> {
  await visitor.addInitScript(() => {
    // A tab that has not been anywhere yet has no storage, and a frame may belong to another site.
    if (window.location.protocol === 'about:' || window.top !== window) return;
    window.localStorage.setItem('cookie-consent', 'declined');
  });
}

/** Signs in through the API; returns the session. */
export async function signIn(request: APIRequestContext, { email, password }: Account) {
  const response = await request.post('/auth/v1/token?grant_type=password', {
    data: { email, password },
  });
  expect(response.status()).toBe(200);
  return response.json();
}

const RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Details of passed rules are not needed, and collecting them takes longer than running all rules.
  resultTypes: ['violations'],
};

/** The page and its frames, as they are now, break no rule of WCAG 2.2 AA that axe can check. */
export async function expectAccessible(page: Page): Promise<void> {
  await showAtRest(page);
  // axe is loaded once for each document: loading takes half as long as running the rules.
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    // A frame without a URL (srcdoc) has no origin that axe trusts by default.
    await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const violations = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(', ')}`);
  }, RULES);
  expect(violations).toEqual([]);
}

/**
 * Ends all animations, so that axe does not check the colours of a toast that is fading in. Also draws what
 * `content-visibility` skips: it would keep the colours it had when it was last near the window.
 */
export async function showAtRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('atRest' in document) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after, ::backdrop {
      animation: none !important;
      transition: none !important;
      content-visibility: visible !important;
    }`);
    document.adoptedStyleSheets.push(sheet);
    Object.assign(document, { atRest: true });
  });
}

/** Opens a page and waits until it is hydrated. Before that, a link loads a new document, as it does without scripts. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-hydrated', ''),
    );
  });
  await page.goto(address);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/** The page does not scroll sideways at the window's present width. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect
    .poll(wider, { message: 'the page is no wider than the window' })
    .toBeLessThanOrEqual(0);
}
