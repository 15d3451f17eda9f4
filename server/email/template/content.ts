import type { Mail } from '#server/email/email.ts';

/**
 * What a mail says, before it has a look. From the same blocks come the HTML and the plain text, so neither
 * says less than the other. All text is text: whatever a stranger wrote in it shows as they wrote it.
 */
export type EmailContent = Pick<Mail, 'onceKey' | 'to' | 'replyTo' | 'headers' | 'subject'> & {
  /** What mail programs show beside the subject; a sentence that adds to it. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why this came, in small print. */
  reason: string;
};

export type Block =
  /** A paragraph; its line breaks stay. */
  | { kind: 'text'; text: string }
  /** The one thing to do, as a button. */
  | { kind: 'action'; label: string; url: string }
  /** A code to type. */
  | { kind: 'code'; code: string }
  | { kind: 'items'; items: Item[] }
  /** Names and values; the one called `strong` stands out. */
  | { kind: 'facts'; facts: Fact[] }
  /** Lines that belong together, such as an address. */
  | { kind: 'lines'; title: string; lines: string[] }
  /** What somebody else wrote. */
  | { kind: 'quote'; text: string }
  /** Smaller, for what most readers need not read; may end with a link. */
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
