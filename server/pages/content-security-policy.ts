import type { InlineHashes } from './inline-scripts.ts';

/**
 * A document's Content-Security-Policy: our own files, and by hash the inline scripts and styles that we wrote. `more`
 * adds sources by directive. Hashes instead of nonces, because a nonce in a cached document protects nobody.
 */
export function contentSecurityPolicy(
  own: InlineHashes,
  more: Readonly<Record<string, string>> = {},
): string {
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(own.scripts)].join(' '),
    ["style-src 'self'", ...new Set(own.styles)].join(' '),
    "img-src 'self' data:",
    ...('connect-src' in more ? ["connect-src 'self'"] : []),
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
