import * as z from 'zod';
import { ESCAPES, email, hasWholeLogin } from './schemas.ts';

/** The mail server and the sender. */
export type SmtpSettings = {
  /** smtp:// or smtps://, with the login. */
  url: string;
  /** A mailbox, perhaps with a name: `Aparajita <shop@example.in>`. */
  from: string;
  /** The Reply-To address. */
  replyTo: string;
};

/** Environment variables for email. */
export const emailEnvironment = {
  SMTP_URL: z
    .string()
    .refine(
      isSmtp,
      `must look like smtps://user:password@smtp.example.in, or the same with smtp and port 587, ${ESCAPES}`,
    )
    .optional()
    .meta({
      description:
        'The mail server: `smtps://user:password@smtp.example.in`, or `smtp://…:587` with STARTTLS. A password is sent only over an encrypted connection, unless the server is on this machine.',
      unset:
        'demo mode stores emails and shows them; otherwise they fail and wait for `npm run jobs:retry`',
      example: 'smtps://user:password@smtp.example.in',
    }),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, 'must be an email address, perhaps with a name: Aparajita <tea@example.in>')
    .optional()
    .meta({
      description: 'The sender of emails.',
      unset: '`Aparajita <SHOP_EMAIL>`',
      example: 'Aparajita <shop@example.in>',
    }),
  SHOP_EMAIL: email.optional().meta({
    description:
      'The mailbox of the shop: it receives contact messages, replies and payments that need attention.',
    unset: '`shop@` and the host of `PUBLIC_URL`',
    example: 'shop@example.in',
  }),
};

type EmailEnvironment = z.output<z.ZodObject<typeof emailEnvironment>>;

/** Null without a mail server. */
export function smtpSettings(env: EmailEnvironment, shopEmail: string): SmtpSettings | null {
  if (!env.SMTP_URL) return null;
  return {
    url: env.SMTP_URL,
    from: env.MAIL_FROM ?? `Aparajita <${shopEmail}>`,
    replyTo: shopEmail,
  };
}

/** The address in a mailbox such as `Aparajita <shop@example.in>`. */
export function addressOf(mailbox: string): string {
  return /<([^<>]*)>$/.exec(mailbox)?.[1] ?? mailbox;
}

/** The port for TLS from the start speaks no STARTTLS, and the other way round: both would wait for a greeting. */
function isSmtp(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, protocol, port } = new URL(text);
  return hostname !== '' && port !== (protocol === 'smtps:' ? '587' : '465') && hasWholeLogin(text);
}

/** A name needs quotes around signs that mean something in a header: 'Tea: <a@example.in>' is a group of addresses. */
function isMailbox(text: string): boolean {
  const isNamed = /^(?:"[^"\r\n]*"|[^"<>()[\]:;,@\\\r\n]*)<[^<>]*>$/.test(
    text.replace(/"\s+</, '"<'),
  );
  return (isNamed || !/[<>\s]/.test(text)) && z.email().safeParse(addressOf(text)).success;
}
