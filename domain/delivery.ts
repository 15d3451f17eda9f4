import { toPaise } from './money.ts';
import { expectedBy, type ShippingRule } from './shipping.ts';

/** A PIN code of India. */
export const PIN = /^[1-9]\d{5}$/;

/** The six digits of a postal code, as `areasOf` reads them in SQL; null for one that is no PIN code. */
export function pinOf(postalCode: string): string | null {
  const digits = postalCode.replace(/[^0-9]/g, '');
  return PIN.test(digits) ? digits : null;
}

/**
 * What the owner says of delivery to the PIN codes that begin with `prefix`; amounts in rupees. Null: as the next shorter
 * prefix says.
 */
export type AreaRule = {
  prefix: string;
  serves: boolean | null;
  /** Whether an order can be paid in cash on delivery. */
  cash: boolean | null;
  /** Business days from the order to the parcel. */
  days_from: number | null;
  days_to: number | null;
  fee: number | null;
  free_from: number | null;
};

/** The business days from the order to the parcel where no rule says others (specification §1). */
const USUAL_DAYS = { from: 3, to: 5 };

/** What counts for one PIN code; amounts in paise. */
export type Delivery = {
  serves: boolean;
  cash: boolean;
  days: { from: number; to: number };
  shipping: ShippingRule;
};

/**
 * What counts for the PIN code of which these are the rules: of the longest prefix, value by value, and where none of them
 * says anything, what counts everywhere.
 */
export function deliveryTo(rules: readonly AreaRule[], everywhere: ShippingRule): Delivery {
  const longestFirst = rules.toSorted((one, other) => other.prefix.length - one.prefix.length);
  const first = <Key extends keyof AreaRule>(key: Key) =>
    longestFirst.find((rule) => rule[key] !== null)?.[key] ?? null;
  const fee = first('fee');
  const freeFrom = first('free_from');
  const to = first('days_to') ?? USUAL_DAYS.to;
  return {
    serves: first('serves') ?? true,
    cash: first('cash') ?? true,
    days: { from: Math.min(first('days_from') ?? USUAL_DAYS.from, to), to },
    shipping: {
      fee: fee === null ? everywhere.fee : toPaise(fee),
      freeFrom: freeFrom === null ? everywhere.freeFrom : toPaise(freeFrom),
    },
  };
}

/** The day by which the shopper was told that an order would be there; of an old one, the usual day. */
export function promisedDay(order: { created_at: string; expected_by?: string | null }): string {
  return order.expected_by ?? expectedBy(order.created_at, USUAL_DAYS.to);
}
