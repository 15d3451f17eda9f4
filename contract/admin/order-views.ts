import * as z from 'zod/mini';
import { ShippingAddress } from '#contract/addresses.ts';
import { Id, ProductId, Rupees, Timestamp } from '#contract/fields.ts';
import { OrderCharges, OrderItem } from '#contract/orders.ts';
import { DISPUTE_STATUSES } from '#domain/dispute.ts';
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from '#domain/order.ts';
import { FulfilmentState, UndoableStep, VerbName, Version } from './fields.ts';
import { RefundView } from './refunds.ts';

/** Fields that a role may not see are null: packers see no amounts except cash to collect, accountants no names and streets. */
const common = {
  id: Id,
  order_number: z.string(),
  created_at: Timestamp,
  version: Version,
  fulfilment: FulfilmentState,
  status: z.enum(ORDER_STATUSES),
  payment_method: z.enum(PAYMENT_METHODS),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** 'sandbox' and 'test' move no money: such an order is never packed. Null for cash. */
  payment_mode: z.nullable(z.enum(PAYMENT_MODES)),
  total_amount: z.nullable(Rupees),
  /** Cash that the courier still has to collect; null when there is none. */
  to_collect: z.nullable(Rupees),
  cancel_reason: z.nullable(z.string()),
  /** Whether the order was refunded in full before the parcel was handed over, and should be cancelled. */
  wholly_refunded: z.boolean(),
  /** Whether it was cancelled after it was packed, and its parcel has not been taken out; false for accountants. */
  to_take_out: z.boolean(),
  /** The verbs that the role can use now; the first is the next step. */
  verbs: z.array(VerbName),
  /** The step that `undo` takes back now; null where the role cannot undo anything. */
  undo: z.nullable(UndoableStep),
};

/** An order in the list. */
export const OrderRow = z.object({
  ...common,
  full_name: z.nullable(z.string()),
  /** Masked for packers. */
  phone: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  pieces: z.number(),
  items: z.array(
    z.object({ product_id: ProductId, product_name: z.string(), quantity: z.number() }),
  ),
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  failed_attempts: z.number(),
  /** When it entered its current state. */
  since: Timestamp,
});
export type OrderRow = z.infer<typeof OrderRow>;

/**
 * `kind` is 'placed', a step or one of UNDO_KINDS, 'correct_address', 'correct_parcel', 'send_email_again', 'note', 'refund', 'manual_refund' or
 * 'dispute'.
 */
export const OrderEvent = z.object({
  id: z.nullable(z.string()),
  kind: z.string(),
  at: Timestamp,
  actor: z.enum(['shopper', 'staff', 'system']),
  /** Email of the staff member; null for other actors, and for packers. */
  staff: z.nullable(z.string()),
  /** The kind's data: `reason`, `text`, `courier`, `tracking_number`, `amount`, `way`, `good`, `damaged`, `fields`, `subject`, `status`. */
  data: z.record(z.string(), z.unknown()),
  shown_to_shopper: z.boolean(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

export const Shipment = z.object({
  id: Id,
  courier_id: Id,
  courier: z.string(),
  /** Null for a courier without tracking numbers. */
  tracking_number: z.nullable(z.string()),
  tracking_url: z.nullable(z.string()),
  state: z.enum(['handed_over', 'returning', 'delivered', 'returned', 'lost', 'taken_back']),
  failed_attempts: z.number(),
  handed_over_at: Timestamp,
});
export type Shipment = z.infer<typeof Shipment>;

/** What a verb will do, for its confirmation. */
export const VerbEffects = z.object({
  verb: VerbName,
  /** Pieces that return to the stock; for `receive_back` and `receive_return` at most. */
  restocks: z.number(),
  /** Rupees that it refunds; null for none, and for packers. */
  refunds: z.nullable(Rupees),
  /** Whether the shopper gets an email about it. */
  mails: z.boolean(),
});
export type VerbEffects = z.infer<typeof VerbEffects>;

/** A dispute of the payment, of `amount`; `deducted` was taken back. The phase and the reason are the gateway's codes. */
const Dispute = z.object({
  id: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  phase: z.string(),
  reason: z.string(),
  amount: Rupees,
  deducted: Rupees,
  respond_by: z.nullable(Timestamp),
});

/** An order's page. */
export const OrderDetail = z.object({
  ...common,
  email: z.nullable(z.string()),
  shipping_address: z.nullable(ShippingAddress),
  /** The part of the address that all roles may see. */
  place: z.object({ city: z.string(), state: z.string(), postal_code: z.string() }),
  payment_id: z.nullable(z.string()),
  charges: z.nullable(OrderCharges),
  /** What was paid online, where an offer or a fee of the gateway made it differ from the total; null for packers. */
  paid_amount: z.nullable(Rupees),
  order_items: z.array(
    z.extend(z.omit(OrderItem, { price: true, subtotal: true }), {
      price: z.nullable(Rupees),
      subtotal: z.nullable(Rupees),
      /** The MRP at the time of the order; null for orders from before it was kept. */
      mrp: z.nullable(Rupees),
      /** Pieces that the customer sent back after the delivery. */
      returned_good: z.number(),
      returned_damaged: z.number(),
    }),
  ),
  shipments: z.array(Shipment),
  refunds: z.array(RefundView),
  /** Oldest first; none for packers. */
  disputes: z.array(Dispute),
  /** What can still be refunded. */
  refundable: z.nullable(Rupees),
  /**
   * What can be recorded as refunded by hand. Of a cash order, the collected cash that was not refunded. Of an online
   * order with a failed refund, for owners only: what its failed refunds still owe, or everything that was not refunded
   * if it was cancelled, returned or lost.
   */
  refundable_by_hand: z.nullable(Rupees),
  /**
   * The price of the returned pieces minus all refunds of the order; 0 once any amount was refunded since the return,
   * or the refund was declined. Null for packers.
   */
  refund_due: z.nullable(Rupees),
  cash: z.nullable(
    z.object({
      state: z.enum(['due', 'remitted', 'short', 'disputed', 'void']),
      amount: Rupees,
      due_at: Timestamp,
    }),
  ),
  /** Oldest first; begins with 'placed'. */
  events: z.array(OrderEvent),
  effects: z.array(VerbEffects),
  /** For owners. */
  customer: z.nullable(
    z.object({
      user_id: Id,
      orders: z.number(),
      delivered: z.number(),
      cancelled: z.number(),
      spent: Rupees,
      first_order_at: Timestamp,
    }),
  ),
});
export type OrderDetail = z.infer<typeof OrderDetail>;
