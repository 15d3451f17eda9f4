import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { createLog } from '#server/log.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openMailServer, type SmtpError } from '#test/mail-server.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';
import type { RenderedEmail } from './email.ts';
import { RecipientRefused } from './recipient-refused.ts';
import { openSmtp, TransientEmailError } from './smtp.ts';

const server = await openMailServer();
const SETTINGS = { from: 'Aparajita <tea@example.in>', replyTo: 'shop@example.in' };
const smtp = openSmtp({ ...SETTINGS, url: server.url });

const EMAIL: RenderedEmail = {
  idempotencyKey: 'order-confirmation:1',
  to: 'asha@example.com',
  subject: 'Your order ✓',
  text: 'Blue tea for ₹499.00',
  html: '<p>Blue tea for <b>₹499.00</b></p>',
};

beforeEach(() => {
  server.refuse(null);
  server.received.length = 0;
});

afterAll(async () => {
  smtp.close();
  await server.stop();
});

/** The error with which sending rejects. */
const failureOf = (email: RenderedEmail, sender = smtp): Promise<Error> =>
  sender.send(email).then(
    () => Promise.reject(new Error('it was sent')),
    (error) => error,
  );

test('an email arrives with its text, HTML, sender and Reply-To', async () => {
  await smtp.send(EMAIL);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    recipients: ['asha@example.com'],
    from: { name: 'Aparajita', address: 'tea@example.in' },
    to: [{ address: 'asha@example.com' }],
    replyTo: [{ address: 'shop@example.in' }],
    subject: 'Your order ✓',
    text: expect.stringContaining('Blue tea for ₹499.00'),
    html: expect.stringContaining('<b>₹499.00</b>'),
    messageId: expect.stringMatching(/^<[0-9a-f]{32}@example\.in>$/),
  });
  expect(header(0, 'auto-submitted')).toBe('auto-generated');
});

test('emails have Message-IDs and headers of their own, the same email the same Message-ID', async () => {
  await smtp.send(EMAIL);
  await smtp.send({ ...EMAIL, headers: { 'List-Unsubscribe': '<https://example.in/off?t=1>' } });
  expect(server.received[1]?.messageId).toBe(server.received[0]?.messageId);
  expect(header(1, 'list-unsubscribe')).toBe('<https://example.in/off?t=1>');
  server.received.length = 0;
  for (const idempotencyKey of ['mail:1', 'mail:2']) await smtp.send({ ...EMAIL, idempotencyKey });
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2);
});

test('neither an address nor a subject adds a recipient or a header', async () => {
  for (const to of [
    'eve@example.com, asha@example.com',
    'asha@example.com\r\nBcc: eve@example.com',
    'Asha <asha@example.com>',
  ]) {
    server.received.length = 0;
    await smtp.send({ ...EMAIL, to }).catch(() => {});
    const reached = server.received.flatMap(({ recipients }) => recipients);
    expect(reached).not.toContain('eve@example.com');
    expect(reached.length).toBeLessThan(2);
  }
  server.received.length = 0;
  await smtp.send({ ...EMAIL, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nSurprise' });
  expect(server.received[0]?.recipients).toEqual(['asha@example.com']);
  expect(header(0, 'bcc')).toBeUndefined();
  expect(server.received[0]?.text).not.toContain('Surprise');
});

const REFUSALS: [SmtpError, typeof TransientEmailError | typeof PermanentFailure][] = [
  [{ at: 'RCPT TO', code: 450 }, TransientEmailError],
  [{ at: 'DATA', code: 451 }, TransientEmailError],
  [{ at: 'RCPT TO', code: 550 }, PermanentFailure],
  [{ at: 'DATA', code: 554 }, PermanentFailure],
  // Not about this email but about us: retry until somebody fixes it.
  [{ at: 'MAIL FROM', code: 550 }, TransientEmailError],
];

test.each(REFUSALS)('%o is a %o without personal data', async (refusal, kind) => {
  server.refuse(refusal);
  const failure = await failureOf(EMAIL);
  expect(failure).toBeInstanceOf(kind);
  expect(failure instanceof RecipientRefused).toBe(
    refusal.at === 'RCPT TO' && refusal.code === 550,
  );
  expect(failure.message).toContain(String(refusal.code));
  expect(String(failure.stack)).not.toContain('example');
  expect(failure.cause).toBeUndefined();
});

test('a used up quota, said at the address, is no refusal of the address', async () => {
  const server = await openMailServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.4.5 Daily quota exceeded'), { responseCode: 550 })),
  });
  const sender = openSmtp({ ...SETTINGS, url: server.url });
  const failure = await failureOf(EMAIL, sender);
  expect(failure).toBeInstanceOf(PermanentFailure);
  expect(failure).not.toBeInstanceOf(RecipientRefused);
  sender.close();
  await server.stop();
});

test('a wrong password is reported, and the email is retried', async () => {
  const guarded = await openMailServer({
    disabledCommands: [],
    hideSTARTTLS: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const url = `smtp://shop:wrong-word@127.0.0.1:${guarded.port}`;
  const sender = openSmtp({ ...SETTINGS, url });
  const failure = await failureOf(EMAIL, sender);
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('EAUTH 535');
  expect(String(failure.stack)).not.toContain('wrong-word');
  sender.close();
  await guarded.stop();
});

test('a password is not sent unencrypted to another machine', async () => {
  let asked = 0;
  const open = await openMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      asked += 1;
      done(null, { user: 'shop' });
    },
  });
  const nearby = openSmtp({ ...SETTINGS, url: `smtp://shop:word@127.0.0.1:${open.port}` });
  await nearby.send(EMAIL);
  expect(asked).toBe(1);
  // Another name of this machine, which the sender treats as a different one.
  const far = openSmtp({ ...SETTINGS, url: `smtp://shop:word@127.1:${open.port}` });
  const failure = await failureOf(EMAIL, far);
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('ETLS');
  expect(asked).toBe(1);
  nearby.close();
  far.close();
  await open.stop();
});

test('a server that is down, or accepts and stays silent, runs into a timeout', async () => {
  const away = openSmtp({ ...SETTINGS, url: 'smtp://127.0.0.1:1' });
  expect(await failureOf(EMAIL, away)).toBeInstanceOf(TransientEmailError);
  away.close();

  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const waiting = openSmtp(
    { ...SETTINGS, url: `smtp://127.0.0.1:${port}` },
    { dnsTimeout: 200, connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 },
  );
  const failure = await failureOf(EMAIL, waiting);
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('ETIMEDOUT');
  waiting.close();
  silent.close();
});

describe('the shop', () => {
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  let shop: TestShop;

  beforeAll(async () => {
    shop = await openTestShop({ deliverEmail: smtp.send, log });
    await shop.startJobs();
  });

  const jobs = async () =>
    (
      await shop.db.owner.query(
        `select name, state from jobs.job where name in ('order-confirmation', 'auth-mail', 'dead-letter')
         order by name`,
      )
    ).rows;
  const retried = async () => {
    await shop.db.owner.query(`update jobs.job set start_after = now() where state = 'retry'`);
    return jobs();
  };
  const recover = (email: string) => send(shop.app, 'POST', '/auth/v1/recover', { email });
  const both = (state: string) => [
    { name: 'auth-mail', state },
    { name: 'order-confirmation', state },
  ];

  test('delays no request and loses no email while its mail server is down', async () => {
    const asha = await shop.newShopper();
    await server.stop();
    const placed = await submit(asha, await toCheckout(asha, [['1', 1]]));
    expect(placed.status).toBe(201);
    const { email } = asha.shopper;
    expect(await recover(email)).toMatchObject({ status: 200 });
    await expect.poll(jobs).toEqual(both('retry'));

    await server.start(); // its old connections are gone, new ones are made
    await expect.poll(retried).toEqual(both('completed'));
    const received = server.received.map(({ subject, recipients }) => [...recipients, subject]);
    expect(received.sort()).toEqual([
      [email, 'Reset your password'],
      [email, `Your order #${placed.body.order_number}`],
    ]);
  });

  test('makes a dead letter of an email to an unknown mailbox, and the others arrive', async () => {
    const [bina, chandra] = [await shop.newShopper(), await shop.newShopper()];
    server.refuse({ at: 'RCPT TO', code: 550, of: bina.shopper.email });
    for (const { shopper } of [bina, chandra]) await recover(shopper.email);
    await expect
      .poll(() => server.received.map(({ recipients }) => recipients))
      .toEqual([[chandra.shopper.email]]);
    await expect.poll(jobs).toContainEqual({ name: 'dead-letter', state: 'created' });

    const lines = logged.join('\n');
    expect(lines).toContain('a job failed and will be retried');
    expect(lines).toContain('a job failed permanently and became a dead letter');
    expect(lines).toContain('EENVELOPE 550 RCPT TO');
    expect(lines, 'no address, link or code').not.toMatch(/example\.com|token_hash|steep-/);
  });
});

function header(at: number, name: string): string | undefined {
  return server.received[at]?.headers.find(({ key }) => key === name)?.value;
}
