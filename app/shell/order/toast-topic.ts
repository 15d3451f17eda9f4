/** Toast topic of the checkout: each message about the order or payment replaces the one before. */
export const ORDER_TOPIC = 'order';
