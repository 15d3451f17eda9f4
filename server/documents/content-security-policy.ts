import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Types a browser does not run: data blocks need no permission. */
const DATA_BLOCK = /type="application\/(ld\+)?json"/;

/**
 * The document's Content-Security-Policy: our own files, and exactly the inline scripts and styles that stand in
 * this HTML (a `byteText`), by hash. `more` adds sources by directive. Hashes instead of nonces, because the document is cached and
 * a cached nonce protects nobody.
 */
export function contentSecurityPolicy(
  html: string,
  connectTo: string[],
  more: Readonly<Record<string, string>> = {},
): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !DATA_BLOCK.test(attributes))
    .map(([, , script = '']) => hashOf(script));
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, style = '']) => hashOf(style));
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    ["style-src 'self'", ...new Set(styles)].join(' '),
    "img-src 'self' data:",
    ...(connectTo.length > 0 || 'connect-src' in more
      ? [["connect-src 'self'", ...connectTo].join(' ')]
      : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...('frame-src' in more ? ["frame-src 'self'"] : []),
  ];
  return directives
    .map((directive) => {
      const added = more[directive.split(' ')[0] ?? ''];
      return added ? `${directive} ${added}` : directive;
    })
    .join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
}
