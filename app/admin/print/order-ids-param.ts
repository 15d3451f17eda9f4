import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

/** The orders' ids of a URL, `?orders=id,id`, each once; what is no id is left out. */
export function idsOf(params: URLSearchParams): string[] {
  const listed = (params.get('orders') ?? '').split(',');
  return [...new Set(listed)].filter((id) => z.safeParse(Id, id).success);
}
