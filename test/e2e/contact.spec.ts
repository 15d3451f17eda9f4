import { expect, test } from './shop.ts';

test('a message needs all four fields and an e-mail address that can be one', async ({ page }) => {
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

test('a sent message is confirmed and leaves the form empty', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you wrap?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Message Sent!' });
  await expect(toast).toContainText("We'll get back to you within 24 hours.");
  for (const field of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
  }
});

test('the shop can be reached by mail, by telephone and at its door', async ({ page }) => {
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
