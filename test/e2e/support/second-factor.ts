import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { AuthenticatorApp } from './authenticator-app.ts';
import type { Account } from './shop.ts';

/** Adds an authenticator app to an account through the protocol, as another device of its owner would. */
export async function addApp(
  request: APIRequestContext,
  { email, password }: Account,
  name = 'Pixel',
): Promise<AuthenticatorApp> {
  const session = await post(request, '/token?grant_type=password', { email, password });
  const token = session.access_token;
  const factor = await post(
    request,
    '/factors',
    { factor_type: 'totp', friendly_name: name },
    token,
  );
  const app = new AuthenticatorApp(factor.totp.secret);
  const challenge = await post(request, `/factors/${factor.id}/challenge`, {}, token);
  await post(
    request,
    `/factors/${factor.id}/verify`,
    { challenge_id: challenge.id, code: await app.code() },
    token,
  );
  return app;
}

async function post(request: APIRequestContext, path: string, data: object, token?: string) {
  const response = await request.post(`/auth/v1${path}`, {
    data,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(response.status(), `${path} answered ${await response.text()}`).toBe(200);
  return response.json();
}

/** The question that stands in place of every page until a second factor is shown. */
export function question(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'One more step' });
}

export async function showCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}

/** A passkey device inside the browser's own machine, as far as tests need it. */
export type Key = {
  /** The device stays; what it has learned is gone. */
  forget(): Promise<void>;
};

/** Gives the browser a passkey device that agrees to everything at once. */
export async function plugInKey(page: Page): Promise<Key> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async forget() {
      await browser.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
