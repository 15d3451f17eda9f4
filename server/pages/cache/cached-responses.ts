import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ProductSummary } from '#contract/catalogue.ts';
import { logRequest } from '#server/http/request-log.ts';
import { securityHeaders } from '#server/http/secure-headers.ts';
import type { Log } from '#server/log.ts';
import type { Document } from '#server/pages/document.ts';
import { documentHeaders, encodingFor, matchesEtag } from './document-response.ts';
import { dataHeaders, type PageData } from './page-data.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Responses that are the same for every visitor: what is cached and need not be checked now. */
export type ResponseCache = {
  getFreshDocument?(key: string): Document | undefined;
  getFreshData?(key: string): PageData | undefined;
  /** The list of products without filters. */
  getFreshList?(): ProductSummary[] | undefined;
};

type Options = {
  cache: ResponseCache;
  publicUrl: string;
  hstsSubdomains: boolean;
  log: Log;
  newId: () => string;
};

/** `rawHeaders` has names and values in turns, as Node's `writeHead` accepts them. */
type CachedResponse = {
  route: string;
  status: number;
  rawHeaders: readonly string[];
  body?: Uint8Array;
};

/**
 * Answers the most frequent requests from the caches, with the same headers and log line as the app but without its
 * middleware, which took half of the CPU of such a response: a cached page in brotli, a 304 for it, a page's data, and
 * the list of products. Everything else goes to `app`: other methods, hosts, spellings of a path, queries and encodings,
 * and whatever is not cached or needs its revision checked. A URL that equals a cache key is its own key, so neither
 * `pageKey()` nor `dataKey()` is needed here (cache-key.test.ts).
 */
export function serveCachedResponses(options: Options, app: Listener): Listener {
  const { publicUrl, log, newId } = options;
  const { host } = new URL(publicUrl);
  const find = createResponseLookup(options);

  return (incoming, outgoing) => {
    const { method, url = '', headers, httpVersion } = incoming;
    const direct = method === 'GET' && headers.host === host && httpVersion === '1.1';
    const response = direct && !hasBody(headers) ? find(url, headers) : undefined;
    if (!response) return app(incoming, outgoing);

    const began = performance.now();
    const { route, status, rawHeaders, body } = response;
    const requestId = newId();
    outgoing.writeHead(status, ['X-Request-Id', requestId, ...rawHeaders]).end(body);
    if (log.isLevelEnabled('info')) logRequest(log, { requestId, method, route, status, began });
  };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns a function that finds the cached response to a request; its headers are assembled once. */
function createResponseLookup({ cache, publicUrl, hstsSubdomains }: Options) {
  const { getFreshDocument, getFreshData, getFreshList } = cache;
  const { onPages } = securityHeaders(publicUrl, hstsSubdomains);
  const toRawHeaders = (headers: Record<string, string>) =>
    Object.entries({ ...Object.fromEntries(onPages), ...headers }).flat();

  const pageResponse = memoizeByObject((body: Uint8Array, document: Document): CachedResponse => {
    const rawHeaders = toRawHeaders({
      ...documentHeaders(document),
      'Content-Encoding': 'br',
      'Content-Length': String(body.byteLength),
    });
    return { route: '*', status: 200, rawHeaders, body };
  });
  const notModified = memoizeByObject((document: Document): CachedResponse => {
    return { route: '*', status: 304, rawHeaders: toRawHeaders(documentHeaders(document)) };
  });
  const responseWithData = (purpose: string | undefined) =>
    memoizeByObject((data: PageData): CachedResponse => {
      const rawHeaders = toRawHeaders(dataHeaders(data, purpose));
      return { route: '*', status: data.status, rawHeaders, body: data.body };
    });
  const dataResponse = responseWithData(undefined);
  const prefetchResponse = responseWithData('prefetch');
  const listResponse = memoizeByObject((list: ProductSummary[]): CachedResponse => {
    const body = Buffer.from(JSON.stringify(list));
    const rawHeaders = toRawHeaders({
      'Cache-Control': 'no-cache',
      'Content-Type': 'application/json',
      'Content-Length': String(body.byteLength),
    });
    return { route: LIST_URL, status: 200, rawHeaders, body };
  });

  function findPage(url: string, headers: IncomingHttpHeaders): CachedResponse | undefined {
    if (NOT_ONLY_PAGES.test(url)) return undefined;
    const document = getFreshDocument?.(url);
    if (document?.status !== 200 || encodingFor(headers['accept-encoding'] ?? '') !== 'br')
      return undefined;
    return matchesEtag(headers['if-none-match'], document.etag)
      ? notModified(document)
      : pageResponse(document.brotli(), document);
  }

  function findData(url: string, headers: IncomingHttpHeaders): CachedResponse | undefined {
    const data = getFreshData?.(url);
    const response = headers['sec-purpose'] === 'prefetch' ? prefetchResponse : dataResponse;
    return data && response(data);
  }

  return (url: string, headers: IncomingHttpHeaders): CachedResponse | undefined => {
    if (url === LIST_URL) {
      const list = getFreshList?.();
      return list && listResponse(list);
    }
    return DATA_URL.test(url) ? findData(url, headers) : findPage(url, headers);
  };
}

/** Remembers what `make` returned for an object, as long as the object lives. */
function memoizeByObject<From extends object, More extends unknown[], Made>(
  make: (from: From, ...more: More) => Made,
): (from: From, ...more: More) => Made {
  const results = new WeakMap<From, Made>();
  return (from, ...more) => {
    const cached = results.get(from);
    if (cached !== undefined) return cached;
    const result = make(from, ...more);
    results.set(from, result);
    return result;
  };
}

const LIST_URL = '/api/products';

/** Paths for which the app has other rules than for pages: who may request them, and another route in the log. */
const NOT_ONLY_PAGES = /^\/(?:api|auth\/v1|dev|sandbox)(?:\/|$)/;

/**
 * The data of pages under all other paths, spelled plainly: a page's key is a path in one spelling, but the key of data
 * is the path as sent, which could be '/%64ev'.
 */
const DATA_URL = /^(?!\/(?:api|auth|dev|sandbox)\b)(?:\/[\w-]+)+\.data(?:\?|$)/i;
