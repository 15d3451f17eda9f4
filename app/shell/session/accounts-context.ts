import { createContext } from 'react-router';

/** A hosted auth service that keeps the accounts instead of the shop's own. */
export type AccountsService = {
  url: string;
  /** Its `apikey` header; not a secret. Null when it needs none. */
  apiKey: string | null;
};

/** Set by the server for each render; null when the shop keeps the accounts. */
export const accountsContext = createContext<AccountsService | null>(null);
