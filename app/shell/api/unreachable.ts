/** Shown when there was no response: no network, or the server is down. `deferHydration` has its own wording. */
export const UNREACHABLE =
  'We could not reach the shop. Please check your connection and try again.';
