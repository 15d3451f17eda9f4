/** From so many pieces down, staff are told that a product runs out, until the owner sets another number. */
export const LOW_STOCK = 10;
