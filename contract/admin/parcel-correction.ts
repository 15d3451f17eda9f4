import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';
import { Version } from './fields.ts';
import { TrackingNumber } from './order-actions.ts';

/** Courier and tracking number of a parcel as they should be, and the version that was seen; no number for a courier without them. */
export const ParcelCorrection = z.strictObject({
  version: Version,
  courier: Id,
  tracking_number: z.optional(TrackingNumber),
});
export type ParcelCorrection = z.infer<typeof ParcelCorrection>;
