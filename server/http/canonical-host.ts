import type { MiddlewareHandler } from 'hono';
import { isLocal, isThisMachine } from './client-address.ts';
import { setResponseHeaders } from './secure-headers.ts';

/** Load balancers and monitors ask for these by IP address. */
const ANY_HOST_PATHS = ['/healthz', '/readyz'];

/**
 * Redirects other hosts, www. among them, to the canonical one (308 keeps the method), with path and query. This
 * machine's names and `previewHosts` are served, but with `noindex` for search engines.
 *
 * A preview host may begin with '*.', which matches any prefix.
 */
export function canonicalHost(
  publicUrl: string,
  previewHosts: readonly string[],
): MiddlewareHandler {
  // A shop on this machine answers under every host name.
  if (isLocal(publicUrl)) return (_, next) => next();
  const canonical = new URL(publicUrl).host;
  const noIndex: [string, string][] = [['X-Robots-Tag', 'noindex']];

  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase().replace(/\.(?=:|$)/, '');
    if (host === canonical || ANY_HOST_PATHS.includes(c.req.path)) return next();
    if (isOfThisMachine(host) || previewHosts.some((preview) => matchesHost(host, preview))) {
      const afterwards = setResponseHeaders(c, noIndex);
      await next();
      return afterwards();
    }
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(publicUrl + pathname + search, 308);
  };
}

function isOfThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return isThisMachine(name) || name.endsWith('.localhost');
}

function matchesHost(host: string, preview: string): boolean {
  return preview.startsWith('*.') ? host.endsWith(preview.slice(1)) : host === preview;
}
