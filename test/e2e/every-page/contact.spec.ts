import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linesOf } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

async function fillIn(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(message);
}

/** The email that contains these words, or `undefined` if the shop has not got it yet. */
async function emailWith(page: Page, words: string) {
  const emails = await page.request.get('/dev/mailbox.json').then((answer) => answer.json());
  return emails.find(({ text }: { text: string }) => text.includes(words));
}

test('the contact page has every way to reach the shop, and its form sends a message', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHydrated(page, '/contact');
  const main = page.getByRole('main');
  const emails = main.locator('a[href^="mailto:"]');
  await expect(emails).toHaveCount(2);
  await expect(main.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(main.getByText('Mon-Sat 9AM-6PM IST')).toBeVisible();
  await expect(main.getByText('Mumbai')).toBeVisible();
  for (const network of ['Instagram', 'Facebook', 'YouTube'])
    await expect(main.getByRole('link', { name: network })).toBeVisible();
  // At 320 px an address of the shop breaks behind its @ at most.
  for (const link of await emails.all()) {
    const [name = '', host = ''] = ((await link.textContent()) ?? '').split('@');
    expect(await linesOf(link, `${name}@`)).toBe(1);
    expect(await linesOf(link, host)).toBe(1);
  }

  // On a laptop the box for the message reaches down to the button.
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = await page.getByRole('textbox', { name: 'Message', exact: true }).boundingBox();
  const send = page.getByRole('button', { name: 'Send Message' });
  const button = await send.boundingBox();
  expect((button?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(32);
  const words = `Do you wrap? ${randomUUID()}`;
  await fillIn(page, words);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();
  await expect
    .poll(() => emailWith(page, words))
    .toMatchObject({ reply_to: 'asha@example.com', subject: 'Contact: A gift' });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent, and what is wrong with it is said without losing it', async ({
    page,
  }) => {
    const words = `No scripts here. ${randomUUID()}`;
    await page.goto('/contact');
    await fillIn(page, words);
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@nowhere');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await page.goBack();
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect(message).toHaveValue(words);
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
    await expect(page).toHaveURL('/contact/sent');
    await expect.poll(() => emailWith(page, words)).toMatchObject({ reply_to: 'asha@example.com' });
  });
});
