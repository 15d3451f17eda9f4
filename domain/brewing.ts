import type { Paise } from './money.ts';

/** How a cup is brewed (specification §9). */
export const BREWING = { flowers: '5-7 dried flowers', water: '80-90°C', steep: '3-5 minutes' };

/**
 * Grams of dried flowers for one cup: 5-7 whole flowers, taken as 0.3-0.4 g each. An assumption until the owner has
 * weighed them; decision 065.
 */
const GRAMS_PER_CUP = 2;

/** Part of a box's contents: `count` of `item`, each with `grams` of flowers; no `grams`: without flowers. */
export type Content = { count: number; item: string; grams?: number };

/** The net quantity of flowers in grams. */
export function netGrams(contents: readonly Content[]): number {
  return contents.reduce((sum, { count, grams = 0 }) => sum + count * grams, 0);
}

/** How many whole cups a pack makes. An item with less than two cups' grams, like a tea bag, counts as one cup. */
export function cupsIn(contents: readonly Content[]): number {
  const cups = contents.map(({ count, grams = 0 }) => {
    const isPortion = grams > 0 && grams < 2 * GRAMS_PER_CUP;
    return isPortion ? count : (count * grams) / GRAMS_PER_CUP;
  });
  return Math.floor(cups.reduce((sum, more) => sum + more, 0));
}

/** The price per unit (cup or gram), to the nearest paisa. Throws RangeError unless `units` is positive. */
export function pricePer(price: Paise, units: number): Paise {
  if (!(units > 0)) throw new RangeError(`Nothing to divide a price by: ${units}`);
  return Math.round(price / units);
}
