import type { MiddlewareHandler } from 'hono';
import { answerHeaders } from './answer-headers.ts';
import { isLocal, isThisMachine } from './loopback.ts';

/** Asked by machines that know the process by its number, not by its name. */
const BY_ANY_NAME = ['/healthz', '/readyz'];

/**
 * One address for every page: other hosts, www. among them, are sent on to the shop's own (308: the method stays), with
 * path and query. This machine's names and `previewHosts` are left alone, and search engines are told to stay away there.
 *
 * A preview host may begin with '*.', which stands for anything in that place.
 */
export function canonicalHost(
  publicUrl: string,
  previewHosts: readonly string[],
): MiddlewareHandler {
  // Whatever a shop on this machine is called, it is the only one.
  if (isLocal(publicUrl)) return (_, next) => next();
  const canonical = new URL(publicUrl).host;
  const noIndex: [string, string][] = [['X-Robots-Tag', 'noindex']];

  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase().replace(/\.(?=:|$)/, '');
    if (host === canonical || BY_ANY_NAME.includes(c.req.path)) return next();
    if (isOfThisMachine(host) || previewHosts.some((preview) => isNamed(host, preview))) {
      const afterwards = answerHeaders(c, noIndex);
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

function isNamed(host: string, preview: string): boolean {
  return preview.startsWith('*.') ? host.endsWith(preview.slice(1)) : host === preview;
}
