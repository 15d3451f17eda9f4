/** The database connections of one process: for the shop, its accounts and webhooks. */
export const SIZES = { shop: 8, accounts: 2, webhooks: 2 };

/** The maximum number of connections of one process. */
export const CONNECTIONS = Object.values(SIZES).reduce((sum, size) => sum + size);
