import type { Page } from '@playwright/test';
import type { Account } from './shop.ts';

/** Signs in by the form of /auth, which has to be open. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
