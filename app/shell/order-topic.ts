/** What a checkout says about its order or payment: each word of it takes the place of the one before. */
export const ORDER_TOPIC = 'order';
