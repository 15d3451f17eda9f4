import type { Paise } from './money.ts';

/** The shop's promise (specification §1): 'free shipping over ₹999'. Smaller orders pay nothing either, decision 063. */
export const FREE_SHIPPING_OVER: Paise = 99_900;

/** How much is missing to the promise of free shipping, 0 when the order has reached it. */
export function missingToFreeShipping(total: Paise): Paise {
  return Math.max(0, FREE_SHIPPING_OVER - total);
}

/** Business days from the order to the door (specification §1), at most. */
const MAX_DAYS = 5;

/** The national holidays, which have the same date each year, as MM-DD. Those that move are not known here. */
const HOLIDAYS = ['01-26', '08-15', '10-02'];

const DAY_MS = 24 * 60 * 60 * 1000;
const INDIA_MS = 5.5 * 60 * 60 * 1000;

/**
 * The day by which an order should be there, 'YYYY-MM-DD': the fifth business day after the day it was placed on in
 * India. Sundays and national holidays do not count. Say 'about' with it: other holidays and couriers have their say.
 */
export function expectedBy(placedAt: string): string {
  let day = Date.parse(placedAt) + INDIA_MS;
  for (let left = MAX_DAYS; left > 0; ) {
    day += DAY_MS;
    if (isBusinessDay(new Date(day))) left -= 1;
  }
  return isoDay(new Date(day));
}

function isBusinessDay(day: Date): boolean {
  return day.getUTCDay() !== 0 && !HOLIDAYS.includes(isoDay(day).slice(5));
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
