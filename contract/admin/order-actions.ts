import * as z from 'zod/mini';
import { AddressForm } from '#contract/addresses.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { Id, optionalText, requiredLine, Timestamp } from '#contract/fields.ts';
import { hasOrderNumber } from '#domain/order-number.ts';
import {
  ATTEMPT_REASONS,
  type AttemptReason,
  CANCEL_REASONS,
  type CancelReason,
  DECLINE_REASONS,
  type DeclineReason,
} from '#domain/reasons.ts';
import { trackingText } from '#domain/text.ts';
import { eachItemOnce, FulfilmentState, keysAsEnum, Version } from './fields.ts';

/**
 * A tracking number as printed on the courier's label: letters and digits, stored in upper case and without the spaces
 * that the post prints between groups. Order numbers are
 * refused: they are printed on the slip, and somebody who scanned the slip instead of the label would email the
 * customer a wrong tracking link.
 */
export const TrackingNumber = requiredLine(
  40,
  'The tracking number is missing',
  trackingText,
).check(
  z.toUpperCase(),
  z.refine(
    (text) => !hasOrderNumber(text),
    'This is an order number. Use the number on the courier’s label.',
  ),
  z.regex(/^(?=.*\d)[\w-]{4,40}$/, 'Not a tracking number'),
);

const version = { version: Version };

/** Verbs whose requests have no input besides the version. */
export const PLAIN_VERBS = [
  'confirm',
  'pack',
  'deliver',
  'return_to_origin',
  'lose',
  'take_out',
  'undo',
] as const;

const pieces = z.int().check(z.minimum(0), z.maximum(999));
const note = z.optional(optionalText(500));

/** No tracking number for a courier without them. */
const handOver = { courier: Id, tracking_number: z.optional(TrackingNumber) };
const cancel = { reason: z.enum(keysAsEnum<Record<CancelReason, string>>(CANCEL_REASONS)), note };

/** The body of one action. */
export const OrderAction = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.enum(PLAIN_VERBS), ...version }),
  z.strictObject({ verb: z.literal('hand_over'), ...version, ...handOver }),
  z.strictObject({
    verb: z.literal('attempt_failed'),
    ...version,
    reason: z.enum(keysAsEnum<Record<AttemptReason, string>>(ATTEMPT_REASONS)),
  }),
  z.strictObject({
    verb: z.literal('receive_back'),
    ...version,
    /** Good pieces by the id of the order's item; items that are left out came back damaged or not at all. */
    good: eachItemOnce(z.strictObject({ item: Id, pieces })),
    note,
  }),
  z.strictObject({ verb: z.literal('cancel'), ...version, ...cancel }),
  z.strictObject({
    verb: z.literal('receive_return'),
    ...version,
    /** What the customer sent back by item of the order: `good` pieces go back into stock, `damaged` ones do not. */
    returned: eachItemOnce(z.strictObject({ item: Id, good: pieces, damaged: pieces })).check(
      z.minLength(1),
      z.refine(
        (items) => items.some(({ good, damaged }) => good + damaged > 0),
        'Say what came back',
      ),
    ),
    note,
  }),
  z.strictObject({
    verb: z.literal('decline_refund'),
    ...version,
    reason: z.enum(keysAsEnum<Record<DeclineReason, string>>(DECLINE_REASONS)),
  }),
]);
export type OrderAction = z.infer<typeof OrderAction>;

/** How many orders one request may act on. */
export const MAX_BULK = 200;

const several = <T extends z.ZodMiniType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(MAX_BULK));
const one = { id: Id, ...version };

/** The same for several orders, with one courier or reason for all of them. */
export const BulkAction = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.enum(PLAIN_VERBS), items: several(z.strictObject(one)) }),
  z.strictObject({
    verb: z.literal('hand_over'),
    courier: Id,
    items: several(z.strictObject({ ...one, tracking_number: handOver.tracking_number })),
  }),
  z.strictObject({ verb: z.literal('cancel'), ...cancel, items: several(z.strictObject(one)) }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** The result for one order. `refused` is null if it was done; `version` and `fulfilment` are the present ones. */
export const BulkOutcome = z.object({
  id: Id,
  order_number: z.nullable(z.string()),
  refused: z.nullable(
    z.object({ code: z.enum(keysAsEnum<Record<ErrorCode, unknown>>(ERRORS)), message: z.string() }),
  ),
  version: z.nullable(Version),
  fulfilment: z.nullable(FulfilmentState),
  /** The last event, besides notes; null if nothing has happened since the order was placed. */
  last: z.nullable(
    z.object({ kind: z.string(), at: Timestamp, actor: z.enum(['shopper', 'staff', 'system']) }),
  ),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

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
