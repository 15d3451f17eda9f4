/** The page that opens the payment window. */
export const CHECKOUT = '/checkout';
