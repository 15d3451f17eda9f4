import { DAY_MS, dayInIndia } from './day.ts';
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

/**
 * The day by which an order should be there, 'YYYY-MM-DD': the fifth business day after the day it was placed on in
 * India. Sundays and national holidays do not count. Show it with 'about': other holidays and couriers may delay it.
 */
export function expectedBy(placedAt: string): string {
  let instant = Date.parse(placedAt);
  for (let left = MAX_DAYS; left > 0; ) {
    instant += DAY_MS;
    if (isBusinessDay(dayInIndia(instant))) left -= 1;
  }
  return dayInIndia(instant);
}

function isBusinessDay(day: string): boolean {
  return new Date(day).getUTCDay() !== 0 && !HOLIDAYS.includes(day.slice(5));
}
