/** Shown when the shop did not respond: no network, or the server is down. `deferHydration` has its own copy. */
export const UNREACHABLE =
  'We could not reach the shop. Please check your connection and try again.';
