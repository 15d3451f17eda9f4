import * as z from 'zod/mini';
import { Id, optionalText, Rupees, requiredLine } from '#contract/fields.ts';
import { codeText } from '#domain/text.ts';
import { Version } from './fields.ts';

/** Why staff refund money: the order was cancelled, came back, or out of goodwill. */
export const STAFF_REFUND_REASONS = ['cancelled', 'returned', 'goodwill'] as const;
export type StaffRefundReason = (typeof STAFF_REFUND_REASONS)[number];

/** Positive; at most what is left of the payment. */
const Amount = Rupees.check(z.positive('Must be more than nothing'));

export const RefundForm = z.strictObject({
  version: Version,
  amount: Amount,
  reason: z.enum(STAFF_REFUND_REASONS),
  note: z.optional(optionalText(500)),
});
export type RefundForm = z.infer<typeof RefundForm>;

export const MANUAL_WAYS = ['upi', 'bank', 'cash'] as const;

/** A refund by hand: the way and the reference of the payment. */
export const ManualRefundForm = z.strictObject({
  version: Version,
  amount: Amount,
  way: z.enum(MANUAL_WAYS),
  reference: requiredLine(100, 'The reference is missing', codeText),
  reason: z.enum(STAFF_REFUND_REASONS),
});
export type ManualRefundForm = z.infer<typeof ManualRefundForm>;

/** A refund of either kind as the order's page lists it. */
export const RefundView = z.object({
  id: Id,
  amount: Rupees,
  reason: z.string(),
  /** 'done' for one by hand. */
  status: z.enum(['queued', 'pending', 'processed', 'failed', 'done']),
  way: z.enum(['gateway', ...MANUAL_WAYS]),
  reference: z.nullable(z.string()),
  created_at: z.string(),
});
export type RefundView = z.infer<typeof RefundView>;
