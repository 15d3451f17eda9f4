import { test as base, expect } from '#test/e2e/support/shop.ts';
import { createShopProcess } from '#test/e2e/support/shop-process.ts';
import { openMailServer, type TestMailServer } from '#test/mail-server.ts';

/** A shop that has a mail server. */
const test = base.extend<
  Record<never, never>,
  { emailed: { url: string; server: TestMailServer } }
>({
  emailed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const server = await openMailServer();
      const shop = await createShopProcess(() => ({
        SMTP_URL: server.url,
        MAIL_FROM: 'Aparajita <tea@example.in>',
      }));
      await shop.start();
      await use({ url: shop.url, server });
      await shop.remove();
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ emailed }, use) => {
    await use(emailed.url);
  },
});

test('with a mail server an address is confirmed by email before its account opens', async ({
  page,
  request,
  emailed: { server },
}) => {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'steep for five' };
  // The mail server is down. The visitor does not notice, and the email is sent later.
  await server.stop();
  const signedUp = await request.post('/auth/v1/signup', { data: account });
  expect(signedUp.status()).toBe(200);
  const signIn = () => request.post('/auth/v1/token?grant_type=password', { data: account });
  expect((await (await signIn()).json()).msg).toContain('open the link in our email');
  await server.start();
  await expect.poll(() => server.received.length, { timeout: 90_000 }).toBe(1);

  const [email] = server.received;
  expect(email).toMatchObject({
    recipients: [account.email],
    from: { name: 'Aparajita', address: 'tea@example.in' },
    subject: 'Confirm your email',
  });
  expect(await (await request.get('/dev/mailbox.json')).json()).toEqual([]);

  // Opened as a mail program shows it: the button leads to the shop, where the email is confirmed.
  await page.setContent(email?.html ?? '');
  await page.getByRole('link', { name: 'Confirm your email' }).click();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect.poll(async () => (await signIn()).status()).toBe(200);
});
