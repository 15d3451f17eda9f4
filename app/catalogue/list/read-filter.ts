import * as z from 'zod/mini';
import { MAX_NAME, ProductQuery } from '#contract/catalogue.ts';
import { oneLine } from '#domain/text.ts';

/**
 * Reads the shop's query `?search=&category=&min_price=&max_price=&sort=&after=`. Ignores invalid parts: an old or
 * mistyped link still opens the shop. Of a longer search it reads as much as the field takes.
 */
export function readFilter(params: URLSearchParams): ProductQuery {
  const { search, category, min_price, max_price, sort, after } = ProductQuery.shape;
  const given = (name: string) => params.get(name) || undefined;
  return {
    search: z.catch(search, undefined).parse(cut(given('search'))) || undefined,
    category: z.catch(category, undefined).parse(given('category')),
    min_price: z.catch(min_price, undefined).parse(given('min_price')),
    max_price: z.catch(max_price, undefined).parse(given('max_price')),
    sort: z.catch(sort, 'popularity').parse(given('sort')),
    after: z.catch(after, undefined).parse(given('after')),
  };
}

function cut(typed = ''): string {
  return oneLine(typed)
    .slice(0, MAX_NAME)
    .replace(/\p{Surrogate}$/u, '');
}
