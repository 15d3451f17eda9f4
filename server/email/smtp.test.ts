import { once } from 'node:events';
import { createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { createLog } from '#server/log.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openMailServer, type SmtpError } from '#test/mail-server.ts';
import { openTestShop, send } from '#test/shop.ts';
import type { RenderedEmail } from './email.ts';
import { openSmtp, RecipientRefused, TransientEmailError } from './smtp.ts';

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
const failureOf = (sender = smtp): Promise<Error> =>
  sender.send(EMAIL).then(
    () => Promise.reject(new Error('it was sent')),
    (error) => error,
  );

/** Another mail server, and how to open a sender to it, by another password or host. */
async function openOther(options: SMTPServerOptions) {
  const other = await openMailServer(options);
  const opened: (typeof smtp)[] = [];
  onTestFinished(async () => {
    for (const sender of opened) sender.close();
    await other.stop();
  });
  return (login = '', host = '127.0.0.1') => {
    const sender = openSmtp({ ...SETTINGS, url: `smtp://${login}${host}:${other.port}` });
    opened.push(sender);
    return sender;
  };
}

test('an email arrives with its text, HTML, sender, Reply-To and headers of its own; the same email has the same Message-ID', async () => {
  await smtp.send(EMAIL);
  await smtp.send({ ...EMAIL, headers: { 'List-Unsubscribe': '<https://example.in/off?t=1>' } });
  expect(server.received).toHaveLength(2);
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
  expect(header(1, 'list-unsubscribe')).toBe('<https://example.in/off?t=1>');
  await smtp.send({ ...EMAIL, idempotencyKey: 'mail:2' });
  const [first, again, other] = server.received.map(({ messageId }) => messageId);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
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

type Failure = typeof TransientEmailError | typeof PermanentFailure | typeof RecipientRefused;
const REFUSALS: [SmtpError, Failure][] = [
  [{ at: 'RCPT TO', code: 450 }, TransientEmailError],
  [{ at: 'DATA', code: 451 }, TransientEmailError],
  [{ at: 'RCPT TO', code: 550 }, RecipientRefused],
  // Said at the address, but not about it.
  [{ at: 'RCPT TO', code: 550, says: '5.4.5 Daily quota exceeded' }, PermanentFailure],
  [{ at: 'DATA', code: 554 }, PermanentFailure],
  // Not about this email but about us: retry until somebody fixes it.
  [{ at: 'MAIL FROM', code: 550 }, TransientEmailError],
];

test.each(REFUSALS)('%o is a %o without personal data', async (refusal, kind) => {
  server.refuse(refusal);
  const failure = await failureOf();
  expect(failure.constructor).toBe(kind);
  expect(failure.message).toContain(String(refusal.code));
  expect(String(failure.stack)).not.toContain('example');
  expect(failure.cause).toBeUndefined();
});

test('a wrong password is reported, and the email is retried', async () => {
  const open = await openOther({
    disabledCommands: [],
    hideSTARTTLS: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const failure = await failureOf(open('shop:wrong-word@'));
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('EAUTH 535');
  expect(String(failure.stack)).not.toContain('wrong-word');
});

test('a password is not sent unencrypted to another machine', async () => {
  let asked = 0;
  const open = await openOther({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      asked += 1;
      done(null, { user: 'shop' });
    },
  });
  await open('shop:word@').send(EMAIL);
  expect(asked).toBe(1);
  // Another name of this machine, which the sender treats as a different one.
  const failure = await failureOf(open('shop:word@', '127.1'));
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('ETLS');
  expect(asked).toBe(1);
});

test('a server that is down, or accepts and stays silent, runs into a timeout', async () => {
  const away = openSmtp({ ...SETTINGS, url: 'smtp://127.0.0.1:1' });
  expect(await failureOf(away)).toBeInstanceOf(TransientEmailError);
  away.close();

  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const waiting = openSmtp(
    { ...SETTINGS, url: `smtp://127.0.0.1:${port}` },
    { dnsTimeout: 200, connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 },
  );
  const failure = await failureOf(waiting);
  expect(failure).toBeInstanceOf(TransientEmailError);
  expect(failure.message).toContain('ETIMEDOUT');
  waiting.close();
  silent.close();
});

const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const shop = await openTestShop({ deliverEmail: smtp.send, log });
await shop.startJobs();

describe('the shop', () => {
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
