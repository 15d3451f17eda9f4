/**
 * Thrown when money may have moved and the shop did not accept the payment; the message says what happens to the money.
 */
export class VerificationFailed extends Error {}

export class PaymentRefunded extends VerificationFailed {
  constructor() {
    super('We could not accept this payment. Your money is being refunded.');
  }
}

/** Thrown when the payment window cannot open: the gateway's script is blocked, or there is no connection. */
export class WindowUnavailable extends Error {
  constructor(cause?: unknown) {
    super('We could not open the payment window. Please check your connection and try again.', {
      cause,
    });
  }
}
