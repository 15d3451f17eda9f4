import { createHash, randomBytes } from 'node:crypto';

/** The hashes of a document's inline scripts and styles that its policy allows. */
export type InlineHashes = { scripts: string[]; styles: string[] };

/** A random mark for one document; never sent to a browser. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Script types that a browser does not run need no hash. */
const DATA_BLOCK = /type="application\/(ld\+)?json"/;

/**
 * The hashes of the inline scripts and styles with the nonce, and the document (a latin1 string) without it. The
 * renderer puts the nonce on everything it writes itself. An injected script, for example in catalogue text, has none
 * and does not run.
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

/** A policy source for exactly this text (a latin1 string). */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
}
