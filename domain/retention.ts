/**
 * How many days the shop keeps what the privacy policy names a period for. The policy shows these, and
 * server/retention/privacy-policy.test.ts compares them with what deletes the data.
 */
export const KEPT_DAYS = {
  /** The log of sign-ins, with network addresses. */
  accountLog: 400,
  /** Former addresses of orders that staff corrected, in the log of staff. */
  correctedAddresses: 400,
  messages: 400,
  /** What lies in the cart of somebody who is signed in nowhere. */
  carts: 400,
  /** Payments that were begun and never paid. */
  abandonedPayments: 90,
  /** A sign-up whose address was never confirmed. */
  unconfirmedAccounts: 30,
  /** A newsletter's address that was never confirmed. */
  unconfirmedSubscriptions: 7,
  /** A session that is not used, and any session. */
  idleSessions: 30,
  sessions: 180,
  /** The cookie that knows a browser again. */
  deviceCookie: 180,
};
