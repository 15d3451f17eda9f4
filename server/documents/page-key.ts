/** The query parameters that change what the server renders, by path. All others are the browser's affair. */
const RENDERED_PARAMETERS: Record<string, readonly string[]> = {
  '/shop': ['search', 'category', 'sort'],
};

/**
 * What names a page among the kept ones: its path without a closing slash, and of the query only what is
 * rendered, in one order. Undefined for the router's own data requests, which are not documents.
 */
export function pageKey(url: URL): string | undefined {
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  if (path.endsWith('.data')) return undefined;
  const kept = new URLSearchParams();
  for (const name of RENDERED_PARAMETERS[path] ?? []) {
    const value = url.searchParams.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
