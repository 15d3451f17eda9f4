import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';
import { Version } from './fields.ts';
import { TrackingNumber } from './order-actions.ts';

/**
 * The corrected courier and tracking number of a parcel, and the version of the order on screen. No number for a
 * courier without tracking numbers.
 */
export const ParcelCorrection = z.strictObject({
  version: Version,
  courier: Id,
  tracking_number: z.optional(TrackingNumber),
});
export type ParcelCorrection = z.infer<typeof ParcelCorrection>;
