import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { emailedLink } from '#test/e2e/support/mailbox.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// A tenth of every limit, so that one machine soon uses up the limit of its network.
test.use({ settings: { AUTH_LIMITS_FACTOR: '0.1' }, viewport: { width: 390, height: 844 } });
test.describe.configure({ mode: 'default' });

// The cookie banner would cover the controls at the bottom of the window.
test.beforeEach(({ page }) => declineCookies(page));

const PASSWORD = 'steep for five minutes';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Holds back the script that solves the challenge, checks that the page says it is checking, and lets it go on. */
async function seeCheck(page: Page, press: () => Promise<void>) {
  const release = await hold(page, '**/assets/solve-challenge-*.js');
  await press();
  const checking = button(page, 'Checking your browser...');
  await expect(checking).toBeDisabled();
  await expect(checking).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page);

  release();
}

/** Another machine of the same network sends requests until the network's limit is reached. */
async function useUpLimit(page: Page, path: string, body: (n: number) => object) {
  for (let n = 0; n < 100; n += 1) {
    const answer = await page.request.post(`/auth/v1${path}`, { data: body(n) });
    if (answer.headers()['x-sb-error-code'] === 'captcha_failed') return;
  }
  throw new Error('the limit was never reached');
}

const guess = (n: number) => ({ email: stranger(n), password: 'a guess of many' });

const stranger = (n: number) => `stranger-${n}-${crypto.randomUUID()}@example.com`;

test('after another machine has used up the network’s rate limits, a shopper signs up, resets the password and signs in, or is told what to do', async ({
  page,
  request,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await useUpLimit(page, '/signup', (n) => ({ email: stranger(n), password: PASSWORD }));
  await useUpLimit(page, '/recover', (n) => ({ email: stranger(n) }));
  await useUpLimit(page, '/token?grant_type=password', guess);

  await openHydrated(page, '/auth?tab=sign-up');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await seeCheck(page, () => tap(button(page, 'Create Account')));
  await expect(page.getByText('Account created!')).toBeVisible();

  await openHydrated(page, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await seeCheck(page, () => tap(button(page, 'Send reset link')));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  // The link needs no proof of work, because nobody can guess it.
  await openHydrated(page, await emailedLink(request, email, 'Reset your password'));
  const changed = 'another pot of tea';
  await page.getByLabel('New Password').fill(changed);
  await page.getByLabel('Confirm Password').fill(changed);
  await tap(button(page, 'Update Password'));
  await expect(page.getByText('Password updated')).toBeVisible();

  // A browser where nobody has signed in before must solve a challenge.
  await page.context().clearCookies();
  await openHydrated(page, '/auth?tab=login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(changed);
  await expectAccessible(page);
  await seeCheck(page, () => tap(button(page, 'Sign In')));
  await expect(page).toHaveURL('/');

  // Next time this browser need not solve one: it has a device cookie.
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name.startsWith('device-'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/auth/v1',
  });
  await page.evaluate(() => localStorage.clear());
  await openHydrated(page, '/auth?tab=login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(changed);
  await page.route('**/assets/solve-challenge-*.js', (route) => route.abort());
  await tap(button(page, 'Sign In'));
  await expect(page).toHaveURL('/');

  // A browser that cannot do the work says what to do, and keeps what was typed.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await useUpLimit(page, '/token?grant_type=password', guess);
  await openHydrated(page, '/auth?tab=login');
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tap(button(page, 'Sign In'));
  await expect(page.getByRole('alert')).toContainText('Please wait a moment');
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
});

test('after another machine has used up the network’s rate limits, a visitor sends a message and subscribes to the newsletter', async ({
  page,
}) => {
  const message = { name: 'X', subject: 'X', message: 'X', website: '' };
  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    const data = { ...message, email: stranger(n) };
    const answer = await page.request.post('/api/contact-messages', { data });
    statuses.push(answer.status());
  }
  expect(statuses.at(-1)).toBe(429);
  await openHydrated(page, '/contact');
  const form = page.getByRole('main').locator('form');
  for (const name of ['Name', 'Subject', 'Message']) {
    await form.getByRole('textbox', { name }).fill('A gift');
  }
  await form.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
  await seeCheck(page, () => tap(button(page, 'Send Message')));
  await expect(page.getByText('Message Sent!')).toBeVisible();

  for (let n = 0; n < 3; n += 1) {
    await page.request.post('/api/newsletter-subscriptions', {
      data: { email: stranger(n), website: '' },
    });
  }
  await openHydrated(page, '/faq');
  const release = await hold(page, '**/assets/solve-challenge-*.js');
  const box = page.getByRole('form', { name: /^Newsletter/ });
  await box.getByRole('textbox').first().fill('asha@example.com');
  await tap(box.getByRole('button', { name: 'Subscribe' }));
  await expect(page.getByText('Checking your browser...')).toBeVisible();
  release();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
});
