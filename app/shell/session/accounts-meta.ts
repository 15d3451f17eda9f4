/** Names of the meta elements that tell the browser about a hosted auth service. */
export const ACCOUNTS_URL = 'accounts-url';
export const ACCOUNTS_KEY = 'accounts-key';
