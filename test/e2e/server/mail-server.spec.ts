import { test as base } from '#test/e2e/support/isolated-shop.ts';
import { emailsTo } from '#test/e2e/support/mailbox.ts';
import { expect } from '#test/e2e/support/shop.ts';
import { openMailServer, type TestMailServer } from '#test/mail-server.ts';

/** A shop that has a mail server. */
const test = base.extend<{ mailServer: TestMailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  mailServer: async ({}, use) => {
    const server = await openMailServer();
    await use(server);
    await server.stop();
  },
  settings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: 'Aparajita <tea@example.in>' }),
});

test('with a mail server an address is confirmed by email before its account opens', async ({
  page,
  request,
  mailServer: server,
}) => {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'steep for five' };
  // The mail server is down. The visitor does not notice, and the email is sent later.
  await server.stop();
  const signedUp = await request.post('/auth/v1/signup', { data: account });
  expect(signedUp.status()).toBe(200);
  const signIn = () => request.post('/auth/v1/token?grant_type=password', { data: account });
  expect((await (await signIn()).json()).msg).toContain('open the link in our email');
  await server.start();
  // An email of another test may still have waited in this shop's queue.
  const received = () =>
    server.received.filter(({ recipients }) => recipients.includes(account.email));
  await expect.poll(() => received().length, { timeout: 90_000 }).toBe(1);

  const [email] = received();
  expect(email).toMatchObject({
    recipients: [account.email],
    from: { name: 'Aparajita', address: 'tea@example.in' },
    subject: 'Confirm your email',
  });
  expect(await emailsTo(request, account.email)).toEqual([]);

  // Opened as a mail program shows it: the button leads to the shop, where the email is confirmed.
  await page.setContent(email?.html ?? '');
  await page.getByRole('link', { name: 'Confirm your email' }).click();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect.poll(async () => (await signIn()).status()).toBe(200);
});
