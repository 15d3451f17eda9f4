/** The query parameters that change what the server renders, by path. All others are the browser's affair. */
const RENDERED_PARAMETERS: Record<string, readonly string[]> = {
  '/shop': ['search', 'category', 'min_price', 'max_price', 'sort', 'after'],
};

/** How the router marks a request for data. It goes by the address as it was sent, and so must we. */
const DATA = '.data';

/**
 * What names a page among the kept ones: its path in one spelling, and of the query only what is rendered, in
 * one order. Undefined for the router's own data requests, which are not documents.
 */
export function pageKey(url: URL): string | undefined {
  if (url.pathname.endsWith(DATA)) return undefined;
  const path = spell(url.pathname);
  const kept = new URLSearchParams();
  for (const name of RENDERED_PARAMETERS[path] ?? []) {
    const value = url.searchParams.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/**
 * Every way to write a path that the router takes for the same: '/Shop/', '/%73hop'. Without this a stranger could
 * have each page rendered and kept thousands of times over, and a rule about one path would not hold for the others.
 */
function spell(pathname: string): string {
  const segments = pathname
    .replace(/(?<=.)\/+$/, '')
    .split('/')
    .map(decode);
  const path = segments
    .map((segment, place) => encodeURIComponent(isId(segments, place) ? segment : lower(segment)))
    .join('/');
  return path.endsWith(DATA) ? `${path}/` : path; // it was no data request, and is not to become one
}

/** The router tells ids apart by their case, and nothing else. */
function isId(segments: string[], place: number): boolean {
  return place === 2 && lower(segments[1] ?? '') === 'product';
}

/** As the router compares: only the letters of ASCII have two cases. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** What is not percent-encoded UTF-8 stands for itself; the router finds nothing there. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
