import type { Page } from '@playwright/test';
import type { OwnShop } from './isolated-shop.ts';
import { answerCookies } from './phone.ts';

export const passwordOf = (role: string) => `a long password of ${role}`;

/** Signs somebody up and in, and opens every page as they see it. Their email. */
export async function join(page: Page, shop: OwnShop, role: string): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const password = passwordOf(role);
  const post = (path: string) =>
    page.request.post(`${shop.url}/auth/v1/${path}`, { data: { email, password } });
  await post('signup');
  await shop.sql('update auth.users set email_confirmed_at = now() where email = $1', [email]);
  const session = await (await post('token?grant_type=password')).text();
  await answerCookies(page.context());
  await page.addInitScript((value) => {
    if (window.location.protocol !== 'about:') window.localStorage.setItem('shop-auth', value);
    window.print = () => {};
  }, session);
  return email;
}

/** Makes an account staff. */
export const hire = (shop: OwnShop, email: string, role: string) =>
  shop.sql(
    'insert into staff (user_id, email, role) select id, email, $2 from auth.users where email = $1',
    [email, role],
  );
