import type { IncomingMessage, ServerResponse } from 'node:http';
import { logRequest } from '#server/http/request-log.ts';
import { securityHeaders } from '#server/http/secure-headers.ts';
import type { Log } from '#server/log.ts';
import type { Document } from '#server/pages/document.ts';
import { encodingFor } from './accepted-encoding.ts';
import { documentHeaders, hasTag } from './document-response.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

type CachedPagesOptions = {
  /** The document that is cached under a key and need not be checked now. */
  getFresh: (key: string) => Document | undefined;
  publicUrl: string;
  hstsSubdomains: boolean;
  log: Log;
  newId: () => string;
};

/**
 * Answers what most visits ask for, a cached page in brotli or whether it has changed, with the headers and the log line
 * of the app's middleware but without its layers, which took half of the CPU of such an answer. Everything else goes to
 * `app`: other methods, hosts, spellings, queries and encodings, and pages that are not in the cache or whose revision
 * is to be checked. A URL that equals a cache key is its own key, so no `pageKey()` is needed here (cache-key.test.ts).
 */
export function cachedPagesFirst(options: CachedPagesOptions, app: Listener): Listener {
  const { getFresh, publicUrl, hstsSubdomains, log, newId } = options;
  const { host } = new URL(publicUrl);
  const { onPages } = securityHeaders(publicUrl, hstsSubdomains);
  const heads = new WeakMap<Document, string[]>();

  function headOf(document: Document): string[] {
    const known = heads.get(document);
    if (known) return known;
    const head = Object.entries({ ...Object.fromEntries(onPages), ...documentHeaders(document) });
    heads.set(document, head.flat());
    return head.flat();
  }

  return (incoming, outgoing) => {
    const { method, url = '', headers, httpVersion } = incoming;
    const direct = method === 'GET' && headers.host === host && httpVersion === '1.1';
    const document = direct && !NOT_ONLY_PAGES.test(url) ? getFresh(url) : undefined;
    if (document?.status !== 200 || encodingFor(headers['accept-encoding'] ?? '') !== 'br')
      return app(incoming, outgoing);

    const began = performance.now();
    const requestId = newId();
    const head = ['X-Request-Id', requestId, ...headOf(document)];
    const status = hasTag(headers['if-none-match'], document.etag) ? 304 : 200;
    if (status === 304) outgoing.writeHead(status, head).end();
    else {
      const body = document.brotli();
      head.push('Content-Encoding', 'br', 'Content-Length', String(body.byteLength));
      outgoing.writeHead(status, head).end(body);
    }
    if (log.isLevelEnabled('info'))
      logRequest(log, { requestId, method, route: '*', status, began });
  };
}

/** Paths for which the app has other rules than for pages: who may ask, and another route in the log. */
const NOT_ONLY_PAGES = /^\/(?:api|auth\/v1|dev|sandbox)(?:\/|$)/;
