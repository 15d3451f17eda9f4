import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';

/** The order numbers of a URL's parameter, as many as can be selected. Ignores anything else: an old link still opens the list. */
export function readNumbers(text: string): Set<string> {
  const numbers = new Set(text.split(',').flatMap((part) => takeOrderNumbers(part).numbers));
  return new Set([...numbers].slice(0, MAX_NUMBERS_LISTED));
}

/** A selection with more numbers, and how many of them did not fit. */
export function addNumbers(
  selected: ReadonlySet<string>,
  numbers: readonly string[],
): { all: Set<string>; left: number } {
  const wanted = new Set([...selected, ...numbers]);
  const all = new Set([...wanted].slice(0, MAX_NUMBERS_LISTED));
  return { all, left: wanted.size - all.size };
}
