import * as z from 'zod/mini';
import { ShippingAddress } from './addresses.ts';
import type { EndpointTable } from './endpoint.ts';
import { asMade, Id, Timestamp } from './fields.ts';
import { NewOrder } from './orders.ts';

/** Like a cash order: the server reads everything else from its own tables. */
export const NewPayment = z.pick(NewOrder, {
  shipping_address_id: true,
  total_amount: true,
  coupon_code: true,
});
export type NewPayment = z.infer<typeof NewPayment>;

/**
 * State of a payment. `open` waits for the shopper, `confirming` for the bank, `paid` has its order, `refunding` was
 * paid but could not become an order; `closed` ended without being paid.
 */
const PAYMENT_STATES = ['open', 'confirming', 'paid', 'refunding', 'closed'] as const;

export const Payment = z.object({
  id: Id,
  state: z.enum(PAYMENT_STATES),
  order_number: z.string(),
  order_id: z.nullable(Id),
  /** Integer paise. */
  amount: z.number(),
  /** When its stock is released. */
  expires_at: Timestamp,
  /**
   * The address of the order, copied when the payment was begun. Servers of an older version, which answer newer pages
   * during a deployment, leave it out.
   */
  shipping_address: z.optional(ShippingAddress),
});
export type Payment = z.infer<typeof Payment>;

/** The options to open the payment window with (specification §7), without the handlers. */
export const PaymentWindow = z.object({
  payment: Payment,
  /** URL of checkout.js. */
  script: z.string(),
  options: z.object({
    key: z.string(),
    amount: z.number(),
    currency: z.literal('INR'),
    name: z.string(),
    description: z.string(),
    order_id: z.string(),
    prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
    theme: z.object({ color: z.string() }),
    /** Seconds until the window closes by itself. */
    timeout: z.number(),
    callback_url: z.string(),
  }),
});
export type PaymentWindow = z.infer<typeof PaymentWindow>;

const gatewayId = (prefix: string) => asMade(new RegExp(`^${prefix}_\\w{1,40}$`));

/**
 * The specification's payload (§7). The server checks the shape of `order_data` and then ignores it: the intent on the
 * server says what is bought, for whom and for how much.
 */
export const PaymentVerification = z.strictObject({
  razorpay_order_id: gatewayId('order'),
  razorpay_payment_id: gatewayId('pay'),
  razorpay_signature: asMade(/^[0-9a-f]{64}$/i),
  order_data: z.optional(z.looseObject({})),
});
export type PaymentVerification = z.infer<typeof PaymentVerification>;

/** `confirming`: we wait for the payment; `order_id` is set once it has arrived. */
export const VerificationResult = z.object({
  status: z.enum(['paid', 'confirming']),
  payment_id: Id,
  order_id: z.nullable(Id),
  order_number: z.string(),
});
export type VerificationResult = z.infer<typeof VerificationResult>;

const payment = z.object({ id: Id });

export const paymentEndpoints = {
  'POST /payments/razorpay': {
    summary:
      'Freeze the cart, reserve its stock for 30 minutes and create a payment; the same key and body return the same one',
    access: 'shopper',
    body: NewPayment,
    idempotent: true,
    status: 201,
    response: PaymentWindow,
    errors: [
      'online_payment_off',
      'cart_empty',
      'address_not_found',
      'not_served',
      'product_gone',
      'out_of_stock',
      'price_changed',
      'cart_changed',
      'code_refused',
      'unpaid_limit',
      'idempotency_key_reused',
      'payment_closed',
      'gateway_unavailable',
    ],
  },
  'POST /verify-razorpay-payment': {
    summary: 'Verify the response of the payment window after a success; returns the order',
    access: 'shopper',
    body: PaymentVerification,
    status: 200,
    response: VerificationResult,
    errors: [
      'payment_not_found',
      'payment_not_verified',
      'payment_refunded',
      'gateway_unavailable',
    ],
  },
  'GET /payments/open': {
    summary: 'The open payment, if there is one',
    access: 'shopper',
    status: 200,
    response: z.object({ payment: z.nullable(Payment) }),
    errors: [],
  },
  'GET /payments/{id}': {
    summary: 'The state of a payment, as far as the shop knows',
    access: 'shopper',
    params: payment,
    status: 200,
    response: Payment,
    errors: ['payment_not_found'],
  },
  'POST /payments/{id}/check': {
    summary: 'Ask the gateway for the state of a payment, and act on it',
    access: 'shopper',
    params: payment,
    status: 200,
    response: Payment,
    errors: ['payment_not_found', 'gateway_unavailable'],
  },
  'POST /payments/{id}/resume': {
    summary: 'Open the window of an open payment again',
    access: 'shopper',
    params: payment,
    status: 200,
    response: PaymentWindow,
    errors: ['payment_not_found', 'payment_closed', 'gateway_unavailable'],
  },
  'POST /payments/{id}/cancel': {
    summary:
      'Cancel an open payment, after asking the gateway whether it was paid; one that is confirming stays',
    access: 'shopper',
    params: payment,
    status: 200,
    response: Payment,
    errors: ['payment_not_found'],
  },
} as const satisfies EndpointTable;
