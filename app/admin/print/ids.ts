/** The orders' ids of a URL, `?orders=id,id`, each once. */
export function idsOf(params: URLSearchParams): string[] {
  return [...new Set((params.get('orders') ?? '').split(',').filter(Boolean))];
}
