import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

/** Reads the orders' ids from a URL, `?orders=id,id`, without duplicates and invalid ones. */
export function idsOf(params: URLSearchParams): string[] {
  const listed = (params.get('orders') ?? '').split(',');
  return [...new Set(listed)].filter((id) => z.safeParse(Id, id).success);
}
