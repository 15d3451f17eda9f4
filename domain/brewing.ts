import type { Paise } from './money.ts';

/** How a cup is brewed (specification §9). */
export const BREWING = { flowers: '5-7 dried flowers', water: '80-90°C', steep: '3-5 minutes' };

/**
 * Grams of dried flowers for one cup: 5-7 whole flowers, taken as 0.3-0.4 g each. An assumption until the owner has
 * weighed them; decision 065.
 */
export const GRAMS_PER_CUP = 2;

/** What lies in the box: `count` of `item`, each with so many grams of flowers; without `grams` it holds none. */
export type Content = { count: number; item: string; grams?: number };

/** The net quantity of flowers in grams. */
export function netGrams(contents: readonly Content[]): number {
  return contents.reduce((sum, { count, grams = 0 }) => sum + count * grams, 0);
}

/** How many whole cups a pack makes. What holds less than two cups' worth, like a tea bag, is a portion: one cup. */
export function cupsIn(contents: readonly Content[]): number {
  const cups = contents.map(({ count, grams = 0 }) => {
    const isPortion = grams > 0 && grams < 2 * GRAMS_PER_CUP;
    return isPortion ? count : (count * grams) / GRAMS_PER_CUP;
  });
  return Math.floor(cups.reduce((sum, more) => sum + more, 0));
}

/** The price of one of `units`, cups or grams, to the nearest paisa. Throws RangeError where there are none. */
export function pricePer(price: Paise, units: number): Paise {
  if (!(units > 0)) throw new RangeError(`Nothing to divide a price by: ${units}`);
  return Math.round(price / units);
}
