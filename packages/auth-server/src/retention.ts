/** How many days personal data is kept at most. */
export const RETENTION_DAYS = {
  /** Entries of the audit log, with network addresses. */
  auditLog: 400,
  /** An account whose address is not confirmed, after its last link was emailed; then the address is free. */
  unconfirmedAccounts: 30,
  /** A session without a refresh. */
  idleSessions: 30,
  /** A session, however often it is refreshed. */
  sessions: 180,
  deviceCookie: 180,
};
