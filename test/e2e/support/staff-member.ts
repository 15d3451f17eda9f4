import type { Page } from '@playwright/test';
import { declineCookies } from './cookie-consent.ts';
import type { OwnShop } from './isolated-shop.ts';

/**
 * Creates an account with a confirmed email, and signs the page in with it. `role` is part of its email and password; only
 * `makeStaff` makes the account staff.
 *
 * @returns their email.
 */
export async function signUpAndIn(page: Page, shop: OwnShop, role: string): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const password = `a long password of ${role}`;
  const post = (path: string) =>
    page.request.post(`${shop.url}/auth/v1/${path}`, { data: { email, password } });
  await post('signup');
  await shop.sql('update auth.users set email_confirmed_at = now() where email = $1', [email]);
  const session = await (await post('token?grant_type=password')).text();
  await declineCookies(page.context());
  await page.addInitScript((value) => {
    if (window.location.protocol !== 'about:') window.localStorage.setItem('shop-auth', value);
    window.print = () => {};
  }, session);
  return email;
}

/** Makes the account with this email staff. */
export const makeStaff = (shop: OwnShop, email: string, role: string) =>
  shop.sql(
    'insert into staff (user_id, email, role) select id, email, $2 from auth.users where email = $1',
    [email, role],
  );
