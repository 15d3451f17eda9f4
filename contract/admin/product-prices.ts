import * as z from 'zod/mini';
import { Id, Rupees, Timestamp } from '#contract/fields.ts';
import { isAmount } from '#domain/money.ts';
import { isStorableYear, Version } from './fields.ts';

const amount = (required: string) =>
  z.number(required).check(
    z.refine((rupees) => typeof rupees === 'number' && rupees > 0, required),
    z.refine((rupees) => typeof rupees === 'number' && isAmount(rupees), 'At most two decimals'),
  );
export const price = amount('Enter a price above ₹0');
/** The maximum retail price printed on the packs. */
export const mrp = amount('Enter the MRP that is printed on the packs');

export const PriceForm = z.strictObject({
  version: Version,
  price,
  mrp,
  /**
   * Makes the price of this running scheduled change permanent: the change ends, and its former price does not return.
   */
  keeps: z.optional(Id),
  /** Undoes a price change: resumes the scheduled change that it had ended. */
  resumes: z.optional(Id),
});
export type PriceForm = z.infer<typeof PriceForm>;

/** A scheduled price that runs now, and the former price that returns at its end. Changing the price ends it. */
export const RunningPrice = z.object({ id: Id, ends_at: Timestamp, former_price: Rupees });
export type RunningPrice = z.infer<typeof RunningPrice>;

const PRICE_CHANGE_STATES = ['scheduled', 'active', 'done', 'cancelled', 'replaced'] as const;

export const PriceChange = z.object({
  id: Id,
  price: Rupees,
  starts_at: Timestamp,
  /** Null: the new price stays. */
  ends_at: z.nullable(Timestamp),
  state: z.enum(PRICE_CHANGE_STATES),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** With at most nanoseconds: the format allows any number of decimals, and PostgreSQL fails on two hundred. */
const instant = z.iso
  .datetime({ message: 'Not a time' })
  .check(z.maxLength(30, 'Not a time'), z.refine(isStorableYear, 'Not a time'));
export const NewPriceChange = z.strictObject({
  price,
  mrp,
  starts_at: instant,
  ends_at: z.nullable(instant),
});
export type NewPriceChange = z.infer<typeof NewPriceChange>;
