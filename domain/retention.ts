/**
 * How many days the shop keeps data for which the privacy policy names a period. The policy shows these numbers, and
 * server/retention/delete-expired-data.test.ts compares them with the code that deletes the data.
 */
export const RETENTION_DAYS = {
  /** The log of sign-ins, with network addresses. */
  accountLog: 400,
  /** Former addresses of orders that staff corrected, in the audit log. */
  correctedAddresses: 400,
  messages: 400,
  /** Carts of shoppers without an open session. */
  carts: 400,
  /** Payments that were begun and never paid. */
  abandonedPayments: 90,
  /** Accounts whose email was never confirmed. */
  unconfirmedAccounts: 30,
  /** Newsletter subscriptions that were never confirmed. */
  unconfirmedSubscriptions: 7,
  /** Sessions since their last use, and since they began. */
  idleSessions: 30,
  sessions: 180,
  /** The device cookie, which marks a browser in which an account has signed in. */
  deviceCookie: 180,
};
