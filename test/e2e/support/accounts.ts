import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { generate } from 'otplib';
import type { Account } from './shop.ts';

/** Signs in by the form of /auth. Waits for its tab first: the page before may also have a field 'Email'. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByRole('tab', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Fills in the form that makes an account. */
export async function fillInSignUp(page: Page, email: string, password: string) {
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
}

/** An address of which nobody else has an account. */
export const newEmail = () => `${crypto.randomUUID()}@example.com`;

type DemoEmail = {
  to: string;
  subject: string;
  text: string;
  reply_to: string;
  links: string[];
  headers: Record<string, string>;
};

/** The newest email of demo mode of which this is true. Waits for it: emails are sent after the request is answered. */
export async function emailWhere(
  request: APIRequestContext,
  is: (email: DemoEmail) => boolean,
): Promise<DemoEmail> {
  const find = async () => {
    const emails: DemoEmail[] = await (await request.get('/dev/mailbox.json')).json();
    return emails.find(is);
  };
  await expect.poll(find, { timeout: 20_000, message: 'the email arrives' }).toBeDefined();
  const email = await find();
  if (!email) throw new Error('The email is gone');
  return email;
}

/** The first link of the newest email to this address with this subject. */
export async function emailedLink(request: APIRequestContext, to: string, subject: string) {
  const email = await emailWhere(request, (each) => each.to === to && each.subject === subject);
  return email.links[0] ?? '';
}

/** Seconds for which a code is valid. */
const STEP = 30;

/** An authenticator app (TOTP) in software. The server accepts each code once, so it never returns the same code twice. */
export class AuthenticatorApp {
  readonly #secret: string;
  #last = 0;

  constructor(secret: string) {
    this.#secret = secret.replaceAll(' ', '');
  }

  /**
   * A code that was not returned before. The server also accepts the codes of the previous and the next time step,
   * because clocks of phones are not exact. So two codes are always available without waiting, and three unless the
   * current step is about to end.
   */
  async code(): Promise<string> {
    const now = Date.now() / 1000;
    const step = Math.floor(now / STEP);
    // The previous step's code expires when this step ends; it is not used in the last ten seconds before that.
    const earliest = STEP - (now % STEP) > 10 ? step - 1 : step;
    this.#last = Math.max(earliest, this.#last + 1);
    await sleep(Math.max(0, (this.#last - 1) * STEP - now) * 1000);
    return generate({ secret: this.#secret, epoch: this.#last * STEP });
  }
}

/** Adds an authenticator app to an account through the API, as another device of the shopper would. */
export async function addApp(
  request: APIRequestContext,
  { email, password }: Account,
): Promise<AuthenticatorApp> {
  const post = async (path: string, data: object, token?: string) => {
    const response = await request.post(`/auth/v1${path}`, {
      data,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    });
    expect(response.status(), `${path} answered ${await response.text()}`).toBe(200);
    return response.json();
  };
  const { access_token: token } = await post('/token?grant_type=password', { email, password });
  const wanted = { factor_type: 'totp', friendly_name: 'Pixel' };
  const factor = await post('/factors', wanted, token);
  const app = new AuthenticatorApp(factor.totp.secret);
  const challenge = await post(`/factors/${factor.id}/challenge`, {}, token);
  const answer = { challenge_id: challenge.id, code: await app.code() };
  await post(`/factors/${factor.id}/verify`, answer, token);
  return app;
}

/** The heading of the screen that replaces every page until a second factor is given. */
export const secondFactorHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'One more step' });

/** Fills in the code that the open page asks for. */
export async function showCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}
