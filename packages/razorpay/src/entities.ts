import * as z from 'zod';

/** The parts of Razorpay's responses that we rely on; a response without them counts as a failure of the gateway. */

export const ORDER_ID = /^order_[A-Za-z0-9]{14}$/;
export const PAYMENT_ID = /^pay_[A-Za-z0-9]{14}$/;
export const DISPUTE_ID = /^disp_[A-Za-z0-9]{14}$/;
const REFUND_ID = /^rfnd_[A-Za-z0-9]{14}$/;

const paise = z.number().int().nonnegative();
/** Razorpay sends empty notes as an empty list. */
const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).transform(() => ({}))])
  .nullish()
  .transform((value): Record<string, unknown> => value ?? {});

export const GatewayOrder = z.object({
  id: z.string().regex(ORDER_ID),
  amount: paise,
  /** What was captured for it: with an offer of the gateway less than `amount`, though nothing is due. */
  amount_paid: paise,
  /** Negative if more was paid than due. */
  amount_due: z.number().int(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.enum(['created', 'attempted', 'paid']),
});
export type GatewayOrder = z.output<typeof GatewayOrder>;

export const GatewayPayment = z.object({
  id: z.string().regex(PAYMENT_ID),
  amount: paise,
  currency: z.string(),
  status: z.enum(['created', 'failed', 'authorized', 'captured', 'refunded']),
  order_id: z.string().nullish(),
  method: z.string().nullish(),
  amount_refunded: paise.nullish().transform((value) => value ?? 0),
});
export type GatewayPayment = z.output<typeof GatewayPayment>;

export const GatewayRefund = z.object({
  id: z.string().regex(REFUND_ID),
  payment_id: z.string().regex(PAYMENT_ID),
  amount: paise,
  status: z.enum(['pending', 'processed', 'failed']),
  notes,
});
export type GatewayRefund = z.output<typeof GatewayRefund>;

export const GatewayDispute = z.object({
  id: z.string().regex(DISPUTE_ID),
  payment_id: z.string().regex(PAYMENT_ID),
  amount: paise,
  /** What the gateway has taken back; usually 0 until the dispute is lost. */
  amount_deducted: paise.nullish().transform((value) => value ?? 0),
  reason_code: z.string().nullish(),
  phase: z.string(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  /** Seconds since 1970. */
  respond_by: z.number().nullish(),
  created_at: z.number(),
});
export type GatewayDispute = z.output<typeof GatewayDispute>;

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
