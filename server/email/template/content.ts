import type { RenderedEmail } from '#server/email/email.ts';

/**
 * The content of an email, without layout. The HTML and the plain text come from the same blocks, so that neither lacks
 * anything. All text is plain text, so that markup of a guest is shown as typed.
 */
export type EmailContent = Pick<
  RenderedEmail,
  'idempotencyKey' | 'to' | 'replyTo' | 'headers' | 'subject'
> & {
  /** The preview text beside the subject; a sentence that adds to it. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why the recipient gets this email, in small print. */
  reason: string;
};

/** Renders an email and sends it; a rejected promise means that it must be retried. */
export type SendEmail = (content: EmailContent) => Promise<void>;

export type Block =
  /** A paragraph; line breaks are kept. */
  | string
  /** A wide picture, 1200 × 630: a path on the shop's site, and what it shows. */
  | { kind: 'picture'; path: string; text: string }
  /** The main action, as a button. */
  | { kind: 'action'; label: string; url: string }
  /** A code to type. */
  | { kind: 'code'; code: string }
  | { kind: 'items'; items: Item[] }
  /** Names and values; those marked `strong` are emphasized. */
  | { kind: 'facts'; facts: Fact[] }
  /** Lines that belong together, such as an address. */
  | { kind: 'lines'; title: string; lines: string[] }
  /** Text that somebody else wrote. */
  | { kind: 'quote'; text: string }
  /** Small print; may end with a link. */
  | { kind: 'note'; text: string; link?: { label: string; url: string } };

/** Amounts are formatted. `picture` is a path on the shop's site, '/pictures/…/name.webp'. */
export type Item = {
  name: string;
  picture: string;
  quantity: number;
  price: string;
  subtotal: string;
};

export type Fact = { name: string; value: string; strong?: boolean };
