import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, request } from '@playwright/test';
import { type Downloads, downloadsOf } from '#test/e2e/support/downloads.ts';
import { signIn, signUp } from '#test/e2e/support/shop.ts';
import { fillAccount, signedInPages } from '#test/e2e/support/signed-in-pages.ts';
import { postJson } from './accounts.ts';

/** What a phone downloads when a signed-in shopper opens each page for the first time. */
export async function signedInDownloads(
  browser: Browser,
  url: string,
): Promise<{ what: string; downloads: Downloads }[]> {
  const session = await newSession(url);
  const orderId = await fillAccount((path, body) =>
    postJson(`${url}/api${path}`, body, {
      authorization: `Bearer ${session.access_token}`,
      'idempotency-key': randomUUID(),
    }),
  );
  const prepare = async (context: BrowserContext) => {
    const stored = JSON.stringify(session);
    await context.addInitScript((value) => localStorage.setItem('shop-auth', value), stored);
  };
  const visits = [];
  for (const { path, complete } of signedInPages(orderId)) {
    const downloads = await downloadsOf(browser, url + path, { prepare, complete });
    visits.push({ what: path.replace(orderId, 'ID'), downloads });
  }
  return visits;
}

/** The session of a new account, as the browser stores it. */
async function newSession(url: string) {
  const api = await request.newContext({ baseURL: url });
  try {
    return await signIn(api, await signUp(api));
  } finally {
    await api.dispose();
  }
}
