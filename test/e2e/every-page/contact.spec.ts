import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { linesOf, PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test('a message needs all four fields and a valid email address', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByRole('textbox', { name: field })).toHaveAccessibleDescription(
      `${field} is required`,
    );
  }
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await expect(page.getByText('Name is required')).toBeHidden();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you wrap?');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@nowhere');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you wrap?');
});

test('on a laptop the box for the message reaches down to the button', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/contact');
  const box = await page.getByRole('textbox', { name: 'Message' }).boundingBox();
  const button = await page.getByRole('button', { name: 'Send Message' }).boundingBox();
  expect((button?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(32);
});

async function fillIn(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}

/** The email that contains these words, or `undefined` if the shop has not got it yet. */
async function emailWith(page: Page, words: string) {
  const emails = await page.request.get('/dev/mailbox.json').then((answer) => answer.json());
  return emails.find(({ text }: { text: string }) => text.includes(words));
}

test('a sent message reaches the shop, is confirmed, and leaves the form empty', async ({
  page,
}) => {
  const words = `Do you wrap? ${randomUUID()}`;
  await page.goto('/contact');
  await fillIn(page, words);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Message Sent!' });
  await expect(toast).toContainText("We'll get back to you within 24 hours.");
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
  }
  await expect
    .poll(() => emailWith(page, words))
    .toMatchObject({
      reply_to: 'asha@example.com',
      subject: 'Contact: A gift',
    });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the toast that it was sent covers no field', async ({ page }) => {
    await declineCookies(page.context());
    await openHydrated(page, '/contact');
    await fillIn(page, 'Do you wrap?');
    await tap(page.getByRole('button', { name: 'Send Message' }));
    const toast = page.locator('#notifications .toast').filter({ hasText: 'Message Sent!' });
    await expect.poll(() => covered(toast)).toEqual([]);
  });

  test('at 320 px an address of the shop breaks behind its @ at most', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/contact');
    for (const link of await page.getByRole('main').locator('a[href^="mailto:"]').all()) {
      const [name = '', host = ''] = ((await link.textContent()) ?? '').split('@');
      expect(await linesOf(link, `${name}@`)).toBe(1);
      expect(await linesOf(link, host)).toBe(1);
    }
  });
});

/** The names of the form's fields that a box covers, all measured at the same moment. */
function covered(box: Locator): Promise<string[]> {
  return box.evaluate((element) => {
    const a = element.getBoundingClientRect();
    const fields = [...document.querySelectorAll('main input, main textarea')];
    if (fields.length < 4) return ['the form is not there'];
    return fields
      .filter((field) => {
        const b = field.getBoundingClientRect();
        return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
      })
      .map((field) => field.getAttribute('name') ?? field.outerHTML);
  });
}

test('a message that cannot be sent stays in the form', async ({ page }) => {
  await page.goto('/contact');
  await fillIn(page, 'Do you wrap?');
  await disconnect(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'We could not reach the shop. Please check your connection and try again.',
  );
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you wrap?');
  await reconnect(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent all the same', async ({ page }) => {
    const words = `No scripts here. ${randomUUID()}`;
    await page.goto('/contact');
    await fillIn(page, words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
    await expect(page).toHaveURL('/contact/sent');
    await expect.poll(() => emailWith(page, words)).toMatchObject({ reply_to: 'asha@example.com' });
  });

  test('what is wrong is said, and going back loses nothing', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page, 'Do you wrap?');
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@nowhere');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you wrap?');
  });
});

test('the page has the shop’s email addresses, telephone number and address', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.locator('a[href^="mailto:"]')).toHaveCount(2);
  await expect(main.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(main.getByText('Mon-Sat 9AM-6PM IST')).toBeVisible();
  await expect(main.getByText('Mumbai')).toBeVisible();
  for (const network of ['Instagram', 'Facebook', 'YouTube']) {
    await expect(main.getByRole('link', { name: network })).toBeVisible();
  }
});
