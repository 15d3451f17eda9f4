/** The names under which a document says who keeps the accounts, when the shop does not. */
export const ACCOUNTS_URL = 'accounts-url';
export const ACCOUNTS_KEY = 'accounts-key';
