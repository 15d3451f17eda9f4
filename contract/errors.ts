import type { Fulfilment } from '#domain/fulfilment.ts';
import type { Challenge } from './proof-of-work.ts';

/**
 * Every expected error of the shop: its HTTP status and its message for shoppers. The code that throws it can give a
 * more precise message, but not another status.
 */
export const ERRORS = {
  payment_not_verified: {
    status: 400,
    message:
      'We could not verify this payment. If you were charged, we will place your order or refund you.',
  },
  malformed_json: { status: 400, message: 'The request is not valid JSON.' },
  invalid_input: { status: 400, message: 'Please check the highlighted fields.' },
  idempotency_key_missing: {
    status: 400,
    message: 'An Idempotency-Key header of 8 to 100 letters, digits, - or _ is required.',
  },
  not_signed_in: { status: 401, message: 'Please sign in again.' },
  not_permitted: { status: 403, message: 'Your role does not include this.' },
  factor_required: { status: 403, message: 'Staff need a second step.' },
  stale_factor: { status: 403, message: 'Please confirm with your second step again.' },
  reauthentication_needed: { status: 403, message: 'Please confirm first that it is you.' },
  not_found: { status: 404, message: 'Not found.' },
  product_not_found: { status: 404, message: 'This product is not in the shop.' },
  cart_item_not_found: { status: 404, message: 'This item is no longer in your cart.' },
  address_not_found: { status: 404, message: 'This address is no longer saved.' },
  order_not_found: { status: 404, message: 'Order not found' },
  session_not_found: { status: 404, message: 'This device is already signed out.' },
  payment_not_found: { status: 404, message: 'Payment not found.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  cart_full: { status: 409, message: 'Your cart is full. Please remove a product first.' },
  too_many_addresses: {
    status: 409,
    message: 'You cannot save any more addresses. Please delete one first.',
  },
  cart_empty: { status: 409, message: 'Your cart is empty' },
  not_served: {
    status: 409,
    message: 'We do not deliver to this address. Please choose another one.',
  },
  product_gone: { status: 409, message: 'An item in your cart is no longer sold.' },
  out_of_stock: { status: 409, message: 'We do not have enough stock of an item in your cart.' },
  price_changed: {
    status: 409,
    message: 'A price has changed since you added the item to your cart.',
  },
  cart_changed: {
    status: 409,
    message: 'Your cart has changed. Please check it and place the order again.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This order was already sent with other details. Please try again.',
  },
  online_payment_off: {
    status: 409,
    message: 'Online payment is not available. Please choose cash on delivery.',
  },
  cash_limit: {
    status: 409,
    message: 'This order is too large for cash on delivery. Please pay online.',
  },
  code_refused: { status: 409, message: 'This code cannot be used for this order.' },
  unpaid_limit: {
    status: 409,
    message: 'You cannot order this many of one product at a time. Please order fewer.',
  },
  payment_closed: { status: 409, message: 'This payment has ended. Please try again.' },
  payment_refunded: {
    status: 409,
    message: 'We could not accept this payment. Your money is being refunded.',
  },
  session_resetting: {
    status: 409,
    message:
      'This device has just opened a link to reset your password. It will be signed out within ten minutes.',
  },
  order_changed: { status: 409, message: 'This order has changed in the meantime.' },
  not_allowed_now: { status: 409, message: 'This is no longer possible for this order.' },
  order_refunded: {
    status: 409,
    message: 'This order has been refunded in full. Cancel it instead of sending it.',
  },
  shopper_told: {
    status: 409,
    message: 'The customer’s email can no longer be stopped, so the order stays cancelled.',
  },
  email_waits: { status: 409, message: 'The last email about this order has not been sent yet.' },
  nothing_to_send: { status: 409, message: 'There is no email to send again.' },
  tracking_number_taken: { status: 409, message: 'Another parcel has this tracking number.' },
  refund_too_large: { status: 409, message: 'That is more than was paid.' },
  product_changed: {
    status: 409,
    message: 'Somebody else has changed this product in the meantime.',
  },
  product_sold: {
    status: 409,
    message: 'Only a hidden product that nobody has ordered can be removed.',
  },
  stock_changed: { status: 409, message: 'The stock has changed in the meantime.' },
  pieces_sold: { status: 409, message: 'These pieces are sold and not handed over yet.' },
  changed_meanwhile: {
    status: 409,
    message: 'This has changed in the meantime. Please look again.',
  },
  reference_taken: { status: 409, message: 'A list with this reference was posted already.' },
  last_owner: { status: 409, message: 'The shop needs an owner.' },
  invitation_expired: {
    status: 409,
    message: 'This invitation has expired or was sent to another email address.',
  },
  payload_too_large: { status: 413, message: 'This request is too large.' },
  path_too_long: { status: 414, message: 'This address is too long.' },
  unsupported_media_type: { status: 415, message: 'The request must be sent as JSON.' },
  proof_of_work_required: { status: 429, message: 'Please try again in a moment.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  gateway_unavailable: {
    status: 503,
    message: 'The payment service is not responding. Please try again in a moment.',
  },
  unavailable: { status: 503, message: 'We are very busy. Please try again in a minute.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** A cart item that cannot be ordered: what the shopper saw, and the current stock and price. */
export type RejectedItem = {
  product_id: string;
  product_name: string;
  quantity: number;
  stock: number;
  price: number;
  current_price: number;
};

/** The current state of an order, sent with `order_changed` and `not_allowed_now`; `version` is the one to send next. */
export type CurrentOrder = {
  id: string;
  order_number: string;
  version: number;
  fulfilment: Fulfilment;
  /** What happened to it last; null when nothing has since it was placed. */
  last: { kind: string; at: string; actor: 'shopper' | 'staff' | 'system' } | null;
};

/** Details of an error besides its code. `fields` maps a field's name to its error message. */
type ErrorDetails = {
  message?: string;
  fields?: Record<string, string>;
  lines?: RejectedItem[];
  order?: CurrentOrder;
  /** Seconds to wait before a retry; sent in the Retry-After header. */
  retryAfter?: number;
  /** With `proof_of_work_required`: a request with the solution is accepted at once. */
  challenge?: Challenge;
};

/** The body of every error response. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    message: string;
    fields?: Record<string, string>;
    lines?: RejectedItem[];
    order?: CurrentOrder;
    challenge?: Challenge;
  };
};

/** An expected error. The server throws it, and the browser's API client throws it again. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly lines: RejectedItem[] | undefined;
  readonly order: CurrentOrder | undefined;
  readonly retryAfter: number | undefined;
  readonly challenge: Challenge | undefined;

  /** `cause` is for the log only; the shopper never sees it. */
  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(details.message ?? ERRORS[code].message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.lines = details.lines;
    this.order = details.order;
    this.retryAfter = details.retryAfter;
    this.challenge = details.challenge;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The body of the response. */
  toBody(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.fields && { fields: this.fields }),
        ...(this.lines && { lines: this.lines }),
        ...(this.order && { order: this.order }),
        ...(this.challenge && { challenge: this.challenge }),
      },
    };
  }
}
