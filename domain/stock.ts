/** From so many pieces down, staff are told that a product runs out. */
export const LOW_STOCK = 10;
