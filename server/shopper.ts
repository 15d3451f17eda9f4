/** A signed-in shopper, as the access token that was just verified names them. */
export type { Identity as Shopper } from '@aparajita/auth-server';
