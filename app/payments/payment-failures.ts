/** Thrown when money may have moved and the shop did not accept it; the message says what happens to it. */
export class VerificationFailed extends Error {}

export class MoneyGoesBack extends VerificationFailed {
  constructor() {
    super('We could not honour this payment and are giving your money back.');
  }
}

/** Thrown when there is no window to pay in: the gateway's script is blocked, or the connection is gone. */
export class WindowUnavailable extends Error {
  constructor(cause?: unknown) {
    super('We could not open the payment window. Please check your connection and try again.', {
      cause,
    });
  }
}
