/** What is said when the shop did not answer: no network, or nobody there. `hydrateLater` says the same by itself. */
export const UNREACHABLE =
  'We could not reach the shop. Please check your connection and try again.';
