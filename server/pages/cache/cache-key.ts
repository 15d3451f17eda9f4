import { SHOP_PATH } from '#contract/page-paths.ts';

/** The query parameters that change what the server renders, by path. The server ignores all others. */
const RENDERED_PARAMETERS: Record<string, readonly string[]> = {
  [SHOP_PATH]: ['search', 'category', 'min_price', 'max_price', 'sort', 'after'],
};

/** The suffix with which React Router requests data. It checks the path as sent, so we do, too. */
const DATA = '.data';

/** What React Router appends to a page's path, which may end with a slash. */
const DATA_ENDING = /(?<=\/)_\.data$|\.data$/;

/**
 * A page's cache key: its path in one canonical spelling, and only the query parameters that are rendered, in a fixed
 * order. Undefined for React Router's data requests, which are not documents.
 */
export function pageKey(url: URL): string | undefined {
  if (url.pathname.endsWith(DATA)) return undefined;
  const path = sharedDocumentPath(canonicalPath(url.pathname));
  return withQuery(path, renderedParameters(path, url));
}

/** The cache key of a data request of React Router: the path as sent, the same parameters, and the requested routes. */
export function dataKey(url: URL): string {
  const rendered = renderedParameters(canonicalPath(url.pathname.replace(DATA_ENDING, '')), url);
  const routes = url.searchParams.get(ROUTES);
  if (routes !== null) rendered.set(ROUTES, routes);
  return withQuery(url.pathname, rendered);
}

/** React Router's parameter: the routes whose data the browser lacks. */
const ROUTES = '_routes';

function renderedParameters(path: string, url: URL): URLSearchParams {
  const rendered = new URLSearchParams();
  for (const name of RENDERED_PARAMETERS[path] ?? []) {
    const value = url.searchParams.get(name);
    if (value) rendered.set(name, value);
  }
  return rendered;
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Pages whose document is the same whatever follows in their path, because the browser reads it: otherwise a client
 * could fill the cache with tokens and ids, and each emailed link would be rendered and kept.
 */
const SHARED_DOCUMENTS: [RegExp, string][] = [
  [/^\/track\/[^/]+$/, '/track/token'],
  [/^\/discount\/[^/]+$/, '/discount/code'],
  [/^\/account\/orders\/[^/]+$/, '/account/orders/id'],
  [/^\/admin\/.+$/, '/admin/screen'],
];

function sharedDocumentPath(path: string): string {
  return SHARED_DOCUMENTS.find(([pattern]) => pattern.test(path))?.[1] ?? path;
}

/**
 * Normalizes every spelling that React Router treats as the same path: '/Shop/', '/%73hop'. Otherwise a client could
 * have each page rendered and cached thousands of times, and a rule for one path would miss its other spellings.
 */
function canonicalPath(pathname: string): string {
  const segments = withoutTrailingSlashes(pathname).split('/').map(decode);
  const path = segments
    .map((segment, index) => encodeURIComponent(isId(segments, index) ? segment : lower(segment)))
    .join('/');
  return path.endsWith(DATA) ? `${path}/` : path; // it was no data request and must not become one
}

/** A loop: `/\/+$/` tries again at each slash of a run that is not at the end. */
function withoutTrailingSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

/** React Router compares only ids case-sensitively. */
function isId(segments: string[], index: number): boolean {
  return index === 2 && lower(segments[1] ?? '') === 'product';
}

/** Like React Router, lower-cases only ASCII letters. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Keeps a segment that is not percent-encoded UTF-8; React Router finds no page for it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
