import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { disconnect } from '#test/e2e/support/network.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  test,
} from '#test/e2e/support/shop.ts';

const ASKED = 'We have sent you a link. Open it to confirm your subscription.';

/** The links of the newest email to this address, once it has arrived. */
async function linksTo(page: Page, email: string): Promise<string[]> {
  let links: string[] = [];
  await expect
    .poll(async () => {
      const emails = await page.request.get('/dev/mailbox.json').then((answer) => answer.json());
      links = emails.find(({ to }: { to: string }) => to === email)?.links ?? [];
      return links.length;
    })
    .toBeGreaterThan(0);
  return links;
}

test('the boxes on Home and in the footer send an email, whose link and button subscribe once', async ({
  page,
}) => {
  for (const box of ['Newsletter', 'Newsletter, at the foot of the page']) {
    const email = `${randomUUID()}@example.com`;
    await openHydrated(page, '/');
    const form = page.getByRole('form', { name: box, exact: true });
    const field = form.getByRole('textbox', { name: 'Address for the newsletter' });
    await field.fill(email);
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toContainText(
      ASKED,
    );
    await expect(field).toHaveValue('');

    const [link = ''] = await linksTo(page, email);
    for (const outcome of ['You are subscribed', 'This link no longer works']) {
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm subscription' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(outcome);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
  }

  // What was typed stays when the script that sends it cannot be fetched any more.
  await openHydrated(page, '/contact');
  const form = page.getByRole('form', { name: /^Newsletter/ });
  const field = form.getByRole('textbox', { name: 'Address for the newsletter' });
  await field.fill('asha@example.com');
  await disconnect(page);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(field).toHaveValue('asha@example.com');
});

test('every page of the newsletter is accessible and kept out of search engines; without a token nothing is confirmed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const step of [
    'requested',
    'confirmed',
    'expired',
    'unsubscribe',
    'left',
    'earlier',
    'incomplete',
    'confirm',
  ]) {
    await test.step(step, async () => {
      await page.goto(`/newsletter/${step}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  }
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  expect((await page.goto('/newsletter/nowhere'))?.status()).toBe(404);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('subscribing and leaving work all the same', async ({ page }) => {
    const email = `${randomUUID()}@example.com`;
    await page.goto('/');
    const form = page.getByRole('form', { name: 'Newsletter', exact: true });
    await form.getByRole('textbox', { name: 'Address for the newsletter' }).fill(email);
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    const [link = ''] = await linksTo(page, email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed');

    const emails = await page.request.get('/dev/mailbox.json').then((answer) => answer.json());
    const sent = emails.find(({ to }: { to: string }) => to === email);
    await page.goto(sent.headers['List-Unsubscribe'].slice(1, -1));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have unsubscribed');
  });
});
