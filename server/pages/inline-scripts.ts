import { createHash, randomBytes } from 'node:crypto';

/** What a document's policy allows of the scripts and styles that stand in it, by hash. */
export type InlineHashes = { scripts: string[]; styles: string[] };

/** A mark for one document, which nobody can guess and nobody is sent. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Types a browser does not run: data blocks need no permission. */
const DATA_BLOCK = /type="application\/(ld\+)?json"/;

/**
 * The hashes of the inline scripts and styles that carry the nonce, and the document (a `byteText`) without it. The
 * renderer gives the nonce to what it writes itself. A script that came into the document in another way, such as
 * through a text of the catalogue, has none, and does not run.
 */
export function takeOwnInline(html: string, nonce: string): { html: string; own: InlineHashes } {
  const mark = ` nonce="${nonce}"`;
  const own: InlineHashes = { scripts: [], styles: [] };
  const element = new RegExp(`<(script|style)\\b([^>]*)${mark}([^>]*)>([\\s\\S]*?)</\\1>`, 'g');
  for (const [, name, before = '', after = '', text = ''] of html.matchAll(element)) {
    const attributes = before + after;
    if (/\ssrc=/.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    own[name === 'style' ? 'styles' : 'scripts'].push(hashOf(text));
  }
  return { html: html.replaceAll(mark, ''), own };
}

/** A source for a policy: this very text (a `byteText`). */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
}
