import { afterAll, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openMailServer } from '#test/mail-server.ts';
import { openTestShop, send } from '#test/shop.ts';
import { openSmtp } from './smtp.ts';

const server = await openMailServer();
const smtp = openSmtp({
  url: server.url,
  from: 'Aparajita <tea@example.in>',
  replyTo: 'shop@example.in',
});
const logged: string[] = [];
const shop = await openTestShop({
  deliverEmail: smtp.send,
  log: createLog('trace', { write: (line) => void logged.push(line) }),
});
await shop.startJobs();

afterAll(async () => {
  smtp.close();
  await server.stop();
});

const jobs = async (): Promise<{ name: string; state: string }[]> =>
  (
    await shop.db.owner.query(
      `select name, state from jobs.job where name in ('order-confirmation', 'auth-mail', 'dead-letter')
       order by name`,
    )
  ).rows;

/** Makes all retries due now. */
const makeRetriesDue = () =>
  shop.db.owner.query(`update jobs.job set start_after = now() where state = 'retry'`);

const inTime = { timeout: 15_000 };

test('a mail server that is down delays no request and loses no email', async () => {
  const asha = await shop.newShopper();
  await server.stop();
  const placed = await submit(asha, await toCheckout(asha, [['1', 1]]));
  expect(placed.status).toBe(201);
  const { email } = asha.shopper;
  expect(await send(shop.app, 'POST', '/auth/v1/recover', { email })).toMatchObject({
    status: 200,
  });
  await expect.poll(jobs, inTime).toEqual([
    { name: 'auth-mail', state: 'retry' },
    { name: 'order-confirmation', state: 'retry' },
  ]);

  await server.start();
  await expect
    .poll(async () => {
      await makeRetriesDue();
      return jobs();
    }, inTime)
    .toEqual([
      { name: 'auth-mail', state: 'completed' },
      { name: 'order-confirmation', state: 'completed' },
    ]);
  expect(server.received.map(({ subject, recipients }) => [...recipients, subject]).sort()).toEqual(
    [
      [email, 'Reset your password'],
      [email, `Your order #${placed.body.order_number}`],
    ],
  );
});

test('an email to an unknown mailbox becomes a dead letter, and the others arrive', async () => {
  const [bina, chandra] = [await shop.newShopper(), await shop.newShopper()];
  server.received.length = 0;
  server.refuse({ at: 'RCPT TO', code: 550, of: bina.shopper.email });
  for (const { shopper } of [bina, chandra]) {
    await send(shop.app, 'POST', '/auth/v1/recover', { email: shopper.email });
  }
  await expect
    .poll(() => server.received.map(({ recipients }) => recipients), inTime)
    .toEqual([[chandra.shopper.email]]);
  await expect.poll(jobs, inTime).toContainEqual({ name: 'dead-letter', state: 'created' });
});

test('the log names the failure, but no address, link or code', () => {
  const lines = logged.join('\n');
  expect(lines).toContain('a job failed and will be retried');
  expect(lines).toContain('a job failed permanently and became a dead letter');
  expect(lines).toContain('EENVELOPE 550 RCPT TO');
  expect(lines).not.toMatch(/example\.com|token_hash|steep-/);
});
