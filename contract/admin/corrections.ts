import * as z from 'zod/mini';
import { AddressForm } from '#contract/addresses.ts';
import { Id } from '#contract/fields.ts';
import { Version } from './fields.ts';
import { TrackingNumber } from './order-actions.ts';

/**
 * The complete corrected address of an order, with the rules of the shopper's form, and the version of the order on
 * screen.
 */
export const AddressCorrection = z.extend(z.omit(AddressForm, { is_default: true }), {
  version: Version,
});
export type AddressCorrection = z.infer<typeof AddressCorrection>;

/** The corrected courier and tracking number of a parcel; no number for a courier without tracking numbers. */
export const ParcelCorrection = z.strictObject({
  version: Version,
  courier: Id,
  tracking_number: z.optional(TrackingNumber),
});
export type ParcelCorrection = z.infer<typeof ParcelCorrection>;
