import { DAY_MS, dayInIndia, hourInIndia } from './day.ts';
import { formatWholeRupees, type Paise, toRupees } from './money.ts';

/** What delivery costs: `fee`, or nothing for goods of `freeFrom` and more; null: never free. */
export type ShippingRule = { fee: Paise; freeFrom: Paise | null };

/** 'Free shipping over ₹999' (specification §1). Smaller orders also ship free, until the owner sets a fee. */
export const DEFAULT_SHIPPING: ShippingRule = { fee: 0, freeFrom: 99_900 };

/** What delivery of goods for `subtotal` costs. */
export function shippingFee({ fee, freeFrom }: ShippingRule, subtotal: Paise): Paise {
  return freeFrom !== null && subtotal >= freeFrom ? 0 : fee;
}

/** How much an order lacks for the promised free shipping: 0 when it has reached it, null where none is promised. */
export function missingToFreeShipping({ freeFrom }: ShippingRule, subtotal: Paise): Paise | null {
  return freeFrom === null ? null : Math.max(0, freeFrom - subtotal);
}

/**
 * What pages say of the rule: a title with its text, both in one line, the sentences of the policy; and of orders that are
 * free or not, 'over ₹999' and what the others cost.
 */
export function shippingTexts({ fee, freeFrom }: ShippingRule) {
  const cost = formatWholeRupees(toRupees(fee));
  const over = freeFrom === null ? '' : `over ${formatWholeRupees(toRupees(freeFrom))}`;
  const below =
    fee > 0
      ? `Smaller orders cost ${cost} to ship.`
      : 'On smaller orders we may charge for it; today we do not.';
  if (over) {
    const policy = `Shipping is always free on orders ${over}. ${below}`;
    return {
      title: 'Free Shipping',
      text: `On orders ${over}`,
      line: `Free shipping ${over}`,
      policy,
      over,
      below,
    };
  }
  if (fee === 0) {
    const policy = 'Shipping is free.';
    return {
      title: 'Free Shipping',
      text: 'On every order',
      line: 'Free shipping',
      policy,
      over,
      below,
    };
  }
  const policy = `Shipping costs ${cost} for each order.`;
  return {
    title: 'Shipping',
    text: `${cost} for each order`,
    line: `Shipping for ${cost}`,
    policy,
    over,
    below,
  };
}

/** National holidays with a fixed date, as MM-DD. The owner adds those with a moving date. */
const HOLIDAYS = ['01-26', '08-15', '10-02'];

/** When a parcel leaves, as the owner says. */
export type Calendar = {
  /** The hour in India from which an order counts from the next day on, 1 to 23; null: at the end of the day. */
  cutOff: number | null;
  /** Further days, 'YYYY-MM-DD', that do not count. */
  holidays: readonly string[];
};

/** Without a cut-off hour and without holidays of the owner. */
const PLAIN_CALENDAR: Calendar = { cutOff: null, holidays: [] };

/**
 * The day by which an order should be there, 'YYYY-MM-DD': so many business days after the day it was placed on in India,
 * or after the next one if it was placed after the cut-off hour. Sundays and holidays do not count. Show it with 'about':
 * couriers may delay it.
 */
export function expectedBy(
  placedAt: string,
  days: number,
  { cutOff, holidays }: Calendar = PLAIN_CALENDAR,
): string {
  const placed = Date.parse(placedAt);
  let instant = cutOff !== null && hourInIndia(placed) >= cutOff ? placed + DAY_MS : placed;
  for (let left = days; left > 0; ) {
    instant += DAY_MS;
    if (isBusinessDay(dayInIndia(instant), holidays)) left -= 1;
  }
  return dayInIndia(instant);
}

function isBusinessDay(day: string, holidays: readonly string[]): boolean {
  return (
    new Date(day).getUTCDay() !== 0 && !HOLIDAYS.includes(day.slice(5)) && !holidays.includes(day)
  );
}
