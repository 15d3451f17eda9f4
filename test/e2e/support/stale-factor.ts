import type { Page, Route } from '@playwright/test';
import { expect } from './shop.ts';
import { passwordOf } from './staff-member.ts';

/** What a shop outside demo mode says when the factor was shown long ago; a demo asks nobody for one. */
export const STALE = {
  code: 'stale_factor',
  message: 'Please confirm with your second step again.',
};

/** Answers the next request of this kind; those after it reach the server. */
export async function answerOnce(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let asked = false;
  await page.route(path, async (route) => {
    if (asked || route.request().method() === 'GET') return route.fallback();
    asked = true;
    await answer(route);
  });
}

/** The next request of this kind wants a factor first. */
export const askForFactor = (page: Page, path: string) =>
  answerOnce(page, path, (route) => route.fulfill({ status: 403, json: { error: STALE } }));

/** The open dialog asks for the factor of an owner of `staff-member.ts`, who has a password alone. */
export const expectFactorAsked = (page: Page) =>
  expect(page.getByRole('dialog')).toContainText('Please confirm that it is you.');

/** Shows the factor that the open dialog asks for. */
export async function showFactor(page: Page): Promise<void> {
  await expectFactorAsked(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(passwordOf('owner'));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
