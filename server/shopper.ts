/** A signed-in shopper, as the verified access token identifies them. */
export type { Identity as Shopper } from '@aparajita/auth-server';
