/** The names under which a document says who keeps the accounts, when the shop does not. */
export const ACCOUNTS_URL = 'accounts-url';
export const ACCOUNTS_KEY = 'accounts-key';

/** What this document says of it; undefined when the accounts are the shop's own. */
export function ofDocument(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
