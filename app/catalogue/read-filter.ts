import * as z from 'zod/mini';
import { ProductQuery } from '#contract/catalogue.ts';

/**
 * What an address of the shop asks for, `?search=&sort=&category=`. A part that is not understood is left
 * out rather than refused: an old or mistyped link still opens the shop.
 */
export function readFilter(params: URLSearchParams): ProductQuery {
  const { search, category, sort } = ProductQuery.shape;
  return {
    search: z.catch(search, undefined).parse(params.get('search') || undefined) || undefined,
    category: z.catch(category, undefined).parse(params.get('category') || undefined),
    sort: z.catch(sort, 'popularity').parse(params.get('sort') || undefined),
  };
}
