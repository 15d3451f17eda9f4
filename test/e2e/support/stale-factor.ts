import type { Page, Route } from '@playwright/test';
import { AppError } from '#contract/errors.ts';
import { expect } from './shop.ts';
import { passwordOf } from './staff-member.ts';

/** The error of a shop outside demo mode when the second factor was given too long ago. Demo mode never answers so. */
export const STALE_FACTOR_ERROR = new AppError('stale_factor').toBody().error;

/** Answers the next request to this path that is no GET. Later ones reach the server. */
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

/** Refuses the next request to this path that is no GET, because it needs a second factor first. */
export const askForFactor = (page: Page, path: string) =>
  answerOnce(page, path, (route) =>
    route.fulfill({ status: 403, json: { error: STALE_FACTOR_ERROR } }),
  );

/** The open dialog asks an owner of `staff-member.ts` to confirm; they have no second factor, so it asks for the password. */
export const expectFactorAsked = (page: Page) =>
  expect(page.getByRole('dialog')).toContainText('Please confirm that it is you.');

/** Fills in the password that the open dialog asks for, and confirms. */
export async function showFactor(page: Page): Promise<void> {
  await expectFactorAsked(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(passwordOf('owner'));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
