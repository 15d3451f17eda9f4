import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { expectInside, PHONE } from '#test/e2e/support/phone.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);

test('a message arrives, is answered from a phone, and the answer is in the sender’s mailbox', async ({
  page,
  context,
}) => {
  await declineCookies(context);
  const sender = `${randomUUID()}@example.com`;
  const subject = `A gift ${sender.slice(0, 8)}`;
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill(sender);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you wrap?\nIt is for my mother.');
  await tap(page.getByRole('button', { name: 'Send Message' }));
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible();

  await page.goto('/dev/admin');
  await tap(page.getByRole('button', { name: 'Open the admin' }));
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await tap(page.getByRole('link', { name: 'Answer: Messages' }));
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText('Open, due in 47 h');
  await expectInside(page.getByRole('main'));
  await tap(row.getByRole('link', { name: subject }));

  const ticket = page
    .getByRole('main')
    .getByText(/^T-[0-9A-Z]{3}-[0-9A-Z]{3}$/)
    .first();
  await expect(ticket).toBeVisible();
  const number = await ticket.textContent();
  await expectInside(page.getByRole('main'));
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await answer.fill('Yes, gladly.');
  await page.reload();
  await expect(answer).toHaveValue('Yes, gladly.');
  await tap(page.getByRole('button', { name: 'Send the answer' }));
  const written = page.getByRole('list', { name: 'Answers and notes' });
  await expect(written).toContainText('Yes, gladly.');
  // The email still waits for the mail server, so nothing says that it was sent.
  await expect(written).toContainText('Answer by email');
  await expect(
    page.getByRole('status').filter({ hasText: `The answer will be emailed to ${sender}` }),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Answered');
  await expect(answer).toHaveValue('');

  await expect(async () => {
    await page.goto('/dev/mailbox');
    const email = page.getByRole('listitem').filter({ hasText: sender });
    await email.getByRole('link', { name: `Re: ${subject} [${number}]` }).click({ timeout: 2_000 });
  }).toPass();
  const text = page.frameLocator('iframe');
  await expect(text.getByText('Yes, gladly.')).toBeVisible();
  await expect(text.getByText('It is for my mother.')).toBeVisible();
});

test('answers to messages are emailed once, one after the other, and found again', async ({
  page,
  context,
  request,
}) => {
  await test.step('an answer whose response was lost is emailed once, also after a reload', async () => {
    await declineCookies(context);
    const email = `${randomUUID()}@example.com`;
    const subject = `A lost answer ${email.slice(0, 8)}`;
    const message = { name: 'Asha Rao', email, subject, message: 'Do you wrap?', website: '' };
    expect((await request.post('/api/contact-messages', { data: message })).status()).toBe(204);
    await page.goto('/dev/admin');
    await tap(page.getByRole('button', { name: 'Open the admin' }));
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await page.goto(`/admin/messages?q=${email}`);
    await tap(page.getByRole('link', { name: subject }));
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill('Yes, gladly.');
    await page.route('**/answers', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await tap(page.getByRole('button', { name: 'Send the answer' }));
    await expect(page.getByText('We could not reach the shop.')).toBeVisible();
    await page.unroute('**/answers');
    await page.reload();
    await expect(answer).toHaveValue('Yes, gladly.');
    await tap(page.getByRole('button', { name: 'Send the answer' }));
    await expect(answer).toHaveValue('');
    const entries = page.getByRole('list', { name: 'Answers and notes' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);
    const answers = async () => {
      const emails: { to: string }[] = await (await request.get('/dev/mailbox.json')).json();
      return emails.filter(({ to }) => to === email).length;
    };
    await expect.poll(answers).toBe(1);
  });
  await test.step('a second answer waits until its writer has seen the first', async () => {
    await declineCookies(context);
    const email = `${randomUUID()}@example.com`;
    const subject = `Two answers ${email.slice(0, 8)}`;
    const message = { name: 'Asha Rao', email, subject, message: 'Do you wrap?', website: '' };
    expect((await request.post('/api/contact-messages', { data: message })).status()).toBe(204);
    await page.goto('/dev/admin');
    await tap(page.getByRole('button', { name: 'Open the admin' }));
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await page.goto(`/admin/messages?q=${email}`);
    await tap(page.getByRole('link', { name: subject }));
    const answerIn = (tab: Page) => tab.getByRole('textbox', { name: 'Your answer' });
    const entriesIn = (tab: Page) =>
      tab.getByRole('list', { name: 'Answers and notes' }).getByRole('listitem');
    const send = (tab: Page) => tap(tab.getByRole('button', { name: 'Send the answer' }));
    await answerIn(page).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await answerIn(page).fill('With a ribbon, too.');
    await answerIn(other).fill('Yes, gladly.');
    await send(other);
    await expect(entriesIn(other)).toHaveCount(1);

    await send(page);
    await expect(page.getByText('has answered in the meantime: “Yes, gladly.”')).toBeVisible();
    await expect(entriesIn(page)).toHaveText([/Yes, gladly/]);
    await expect(answerIn(page)).toHaveValue('With a ribbon, too.');
    await send(page);
    await expect(entriesIn(page)).toHaveCount(2);
    await expect(answerIn(page)).toHaveValue('');
  });
  await test.step('a message is searched by a word, opened, reopened, and the list comes back as it was', async () => {
    await declineCookies(context);
    const word = `saffron${randomUUID().slice(0, 8)}`;
    const email = `${randomUUID()}@example.com`;
    const message = { name: 'Asha Rao', email, subject: 'A question', message: '', website: '' };
    for (const text of [`Have you ${word}?`, 'Have you honey?'])
      await request.post('/api/contact-messages', { data: { ...message, message: text } });
    await page.goto('/dev/admin');
    await tap(page.getByRole('button', { name: 'Open the admin' }));
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await page.goto('/admin/messages');
    const field = page.getByRole('searchbox', { name: 'Search messages' });
    await field.fill(word);
    await tap(page.getByRole('button', { name: 'Search' }));
    const found = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A question' });
    await expect(found).toHaveText([new RegExp(word)]);
    await expectInside(page.getByRole('main'));
    await tap(found.getByRole('link'));
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes.');
    await tap(page.getByRole('button', { name: 'Send the answer' }));
    await expect(page.getByRole('main')).toContainText('Answered');
    await tap(page.getByRole('button', { name: 'Open again' }));
    await expect(page.getByRole('main')).toContainText('Open, due in 47 h');
    await tap(page.getByRole('main').getByRole('link', { name: 'Messages' }));
    await expect(field).toHaveValue(word);
    await expect(found).toHaveText([/Open, due in 47 h/]);
    await field.fill(`${word} nobody`);
    await tap(page.getByRole('button', { name: 'Search' }));
    await expect(page.getByText(`No message has “${word} nobody”.`)).toBeVisible();
  });
});
