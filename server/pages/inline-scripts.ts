import { hash, randomBytes } from 'node:crypto';
import { elementsWithNonce, nonceAttribute } from './nonced-elements.ts';

/** The hashes of a document's inline scripts and styles that its policy allows. */
export type InlineHashes = { scripts: string[]; styles: string[] };

/** A random mark for one document; never sent to a browser. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Script files, and types that a browser does not run. */
const NEEDS_NO_HASH = /\ssrc=|type="application\/(ld\+)?json"/;

/**
 * The hashes of the inline scripts and styles with the nonce, and the document (a latin1 string) without it. The
 * renderer puts the nonce on everything it writes itself. An injected script, for example in catalogue text, has none
 * and does not run.
 */
export function hashInlineElements(
  html: string,
  nonce: string,
): { html: string; own: InlineHashes } {
  const own: InlineHashes = { scripts: [], styles: [] };
  for (const { tag, text } of elementsWithNonce(html, nonce)) {
    if (tag.startsWith('<style')) own.styles.push(cspHash(text));
    if (tag.startsWith('<script') && !NEEDS_NO_HASH.test(tag)) own.scripts.push(cspHash(text));
  }
  return { html: html.replaceAll(nonceAttribute(nonce), ''), own };
}

/** A policy source for exactly this text (a latin1 string). */
export function cspHash(text: string): string {
  return `'sha256-${hash('sha256', Buffer.from(text, 'latin1'), 'base64')}'`;
}
