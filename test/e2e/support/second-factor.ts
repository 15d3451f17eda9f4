import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { AuthenticatorApp } from './authenticator-app.ts';
import type { Account } from './shop.ts';

/** Adds an authenticator app to an account through the API, as another device of the shopper would. */
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

/** The heading of the screen that replaces every page until a second factor is given. */
export function secondFactorHeading(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'One more step' });
}

/** Fills in the code that the open page asks for. */
export async function showCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}

/** A passkey device that Chromium simulates. */
export type VirtualAuthenticator = {
  /** Deletes its passkeys. The device itself stays connected. */
  forget(): Promise<void>;
};

/** Connects a simulated passkey device, which confirms every request at once. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
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
