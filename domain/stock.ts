/** With so many pieces or fewer, the admin shows that a product runs out, until the owner sets another number. */
export const LOW_STOCK = 10;
