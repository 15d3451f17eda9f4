import { createContext } from 'react-router';

/** A service of the same protocol that keeps the accounts in place of the shop's own. */
export type AccountsService = {
  url: string;
  /** What it wants as `apikey`; not a secret. Null when it wants none. */
  apiKey: string | null;
};

/** Filled by the server for each rendering; null when the accounts are the shop's own. */
export const accountsContext = createContext<AccountsService | null>(null);
