import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { addressOf, type SmtpSettings } from '#server/settings/email.ts';
import type { Mail, SendMail } from './email.ts';

export type Smtp = {
  /** @throws MailFailure when it must be tried again, PermanentFailure when the receiver will not have it. */
  send: SendMail;
  close(): void;
};

/** What went wrong, in words that name nobody: the server's own answer often quotes the address. */
export class MailFailure extends Error {
  override name = 'MailFailure';
}

/** All of them well within the time a job has. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const PATIENCE = 40_000;

/** Sends mail through a server, over a few connections that are kept and reopened as needed. */
export function openSmtp({ url, from, replyTo }: SmtpSettings, timeouts = TIMEOUTS): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    ...timeouts,
    requireTLS: hasSecretsFor(url),
    // Nothing in a mail may make the process read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to }, // one mailbox, whatever is written in it
          replyTo: { name: '', address: mail.replyTo ?? replyTo },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: messageIdOf(mail, from),
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
          signal: AbortSignal.timeout(PATIENCE),
        });
      } catch (error) {
        throw withoutNames(error);
      }
    },
    close: () => transport.close(),
  };
}

/** The same mail has the same id however often it is sent, so that a repeat can be recognized. */
function messageIdOf({ onceKey }: Mail, from: string): string {
  const hash = createHash('sha256').update(onceKey).digest('hex').slice(0, 32);
  return `<${hash}@${addressOf(from).replace(/^.*@/, '')}>`;
}

/** A password travels encrypted, or not at all, unless it stays on this machine. */
function hasSecretsFor(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Only what is said to the recipient or the message is about this mail; the rest is about the server and us. */
const ABOUT_THIS_MAIL = ['RCPT TO', 'DATA'];

const Failure = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  permanent: z.optional(z.boolean()),
});

function withoutNames(error: unknown): Error {
  const { code, command, responseCode, permanent } = Failure.safeParse(error).data ?? {};
  const told = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  return permanent && command && ABOUT_THIS_MAIL.includes(command)
    ? new PermanentFailure(`the mail is not wanted: ${told}`)
    : new MailFailure(`the mail was not taken: ${told}`);
}
