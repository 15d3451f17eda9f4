/** The connections of one process to the database: for the shop, its accounts and webhooks. */
export const SIZES = { shop: 8, accounts: 2, webhooks: 2 };

/** How many connections one process opens at most. */
export const CONNECTIONS = Object.values(SIZES).reduce((sum, size) => sum + size);
