import type { Paise } from './money.ts';

/** 'Free shipping over ₹999' (specification §1). Smaller orders also ship free, decision 063. */
export const FREE_SHIPPING_OVER: Paise = 99_900;

/** How much an order lacks for the promised free shipping; 0 when it has reached it. */
export function missingToFreeShipping(total: Paise): Paise {
  return Math.max(0, FREE_SHIPPING_OVER - total);
}

/** The most business days from order to delivery (specification §1). */
const MAX_DAYS = 5;

/** National holidays with a fixed date, as MM-DD. Those with a moving date are not listed. */
const HOLIDAYS = ['01-26', '08-15', '10-02'];

const DAY_MS = 24 * 60 * 60 * 1000;
const INDIA_MS = 5.5 * 60 * 60 * 1000;

/**
 * The day by which an order should be there, 'YYYY-MM-DD': the fifth business day after the day it was placed on in
 * India. Sundays and national holidays do not count. Show it with 'about': other holidays and couriers may delay it.
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
