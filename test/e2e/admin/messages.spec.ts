import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { newOwner } from '#test/e2e/support/demo-owner.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('a message arrives, is found by a word, answered from a phone and opened again, and the answer is in the sender’s mailbox', async ({
  page,
  context,
  request,
}) => {
  await declineCookies(context);
  const sender = `${crypto.randomUUID()}@example.com`;
  const word = `saffron${sender.slice(0, 8)}`;
  const main = page.getByRole('main');
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill(sender);
  await page.getByRole('textbox', { name: 'Subject' }).fill('A gift');
  await page.getByRole('textbox', { name: 'Message' }).fill(`Have you ${word}?\nFor my mother.`);
  await tap(page.getByRole('button', { name: 'Send Message' }));
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();

  await (await newOwner(request)).signInto(context);
  await page.goto('/admin');
  await tap(page.getByRole('link', { name: 'Answer: Messages' }));
  const field = page.getByRole('searchbox', { name: 'Search messages' });
  await field.fill(word);
  await tap(page.getByRole('button', { name: 'Search' }));
  const row = main.getByRole('listitem').filter({ hasText: 'A gift' });
  await expect(row).toHaveText([/Open, due in 47 h/]);
  await expectInside(main);
  await tap(row.getByRole('link'));
  const ticket = main.getByText(/^T-[0-9A-Z]{3}-[0-9A-Z]{3}$/).first();
  const number = await ticket.textContent();
  await expectInside(main);
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await answer.fill('Yes, gladly.');
  await page.reload();
  await expect(answer).toHaveValue('Yes, gladly.');
  await tap(page.getByRole('button', { name: 'Send the answer' }));
  const written = page.getByRole('list', { name: 'Answers and notes' });
  await expect(written).toContainText('Yes, gladly.');
  // The email still waits for the mail server, so nothing says that it was sent.
  await expect(written).toContainText('Answer by email');
  const told = page.getByRole('status').filter({ hasText: 'The answer will be emailed to' });
  await expect(told).toContainText(sender);
  await expect(main).toContainText('Answered');
  await expect(answer).toHaveValue('');
  await tap(page.getByRole('button', { name: 'Open again' }));
  await expect(main).toContainText('Open, due in 47 h');
  await tap(main.getByRole('link', { name: 'Messages' }));
  await expect(field).toHaveValue(word);
  await expect(row).toHaveText([/Open, due in 47 h/]);

  const subject = `Re: A gift [${number}]`;
  await expect
    .poll(async () => (await emailsTo(request, sender)).map((email) => email.subject))
    .toContain(subject);
  await page.goto('/dev/mailbox');
  const email = page.getByRole('listitem').filter({ hasText: sender });
  await tap(email.getByRole('link', { name: subject }));
  const text = page.frameLocator('iframe');
  await expect(text.getByText('Yes, gladly.')).toBeVisible();
  await expect(text.getByText('For my mother.')).toBeVisible();
});
