import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { addressOf, type SmtpSettings } from '#server/environment/email.ts';
import { isThisMachine } from '#server/http/client-address.ts';
import { ExplainedFailure, PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { DeliverEmail, RenderedEmail } from './email.ts';

type Smtp = {
  /**
   * @throws TransientEmailError when the email must be retried; PermanentFailure when it is refused for good, of the
   * class RecipientRefused when the recipient's address is the reason.
   */
  send: DeliverEmail;
  close(): void;
};

/** An SMTP failure without personal data: the server's own message often quotes the address. */
export class TransientEmailError extends ExplainedFailure {
  override name = 'TransientEmailError';
}

/** In milliseconds; all are well within a job's time limit. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const SEND_TIMEOUT_MS = 40_000;

/** Sends email through an SMTP server, over a small pool of connections. */
export function openSmtp({ url, from, replyTo }: SmtpSettings, timeouts = TIMEOUTS): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    ...timeouts,
    requireTLS: hasSecretsFor(url),
    // Nothing in an email may make the process read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(email) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: email.to }, // one mailbox, whatever the text contains
          replyTo: { name: '', address: email.replyTo ?? replyTo },
          subject: email.subject,
          text: email.text,
          html: email.html,
          messageId: messageIdOf(email, from),
          headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
      } catch (error) {
        throw withoutPersonalData(error);
      }
    },
    close: () => transport.close(),
  };
}

/** The same email always has the same id, so that receivers can recognize a repeat. */
function messageIdOf({ idempotencyKey }: RenderedEmail, from: string): string {
  const hash = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  return `<${hash}@${addressOf(from).replace(/^.*@/, '')}>`;
}

/** A password is sent only encrypted, unless the server is on this machine. */
function hasSecretsFor(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== '' && !isThisMachine(hostname);
}

/** Only errors at these commands concern the recipient or the message; all others concern the server or us. */
const ABOUT_THIS_EMAIL = ['RCPT TO', 'DATA'];

const Failure = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
  response: z.string().optional(),
});

/**
 * '550 5.4.5 Daily quota exceeded': an enhanced status (RFC 3463) that is about neither the address nor its mailbox. With
 * 5.4.1 Microsoft's servers refuse an unknown recipient.
 */
const NOT_THE_ADDRESS = /^\d{3}[ -]5\.(?!4\.1\b)[^12]\./;

function withoutPersonalData(error: unknown): Error {
  const failure = Failure.safeParse(error).data ?? {};
  const { code, command, responseCode, permanent, response = '' } = failure;
  const details = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  if (!permanent || !command || !ABOUT_THIS_EMAIL.includes(command))
    return new TransientEmailError(`the mail server did not accept the email: ${details}`);
  const ofAddress = command === 'RCPT TO' && !NOT_THE_ADDRESS.test(response);
  const Refusal = ofAddress ? RecipientRefused : PermanentFailure;
  return new Refusal(`the mail server refused the email permanently: ${details}`);
}

/** The mail server refuses this address for good; other addresses may get the same email. */
export class RecipientRefused extends PermanentFailure {
  override name = 'RecipientRefused';
}

/**
 * Ignores a refused recipient. For emails to addresses that a stranger typed: such a refusal is no failure of the shop, and
 * many of them would hide real failures in the owner's list.
 */
export async function ignoreRefusedRecipient(sending: Promise<void>): Promise<void> {
  await sending.catch((error) => {
    if (!(error instanceof RecipientRefused)) throw error;
  });
}
