/** Names of the meta elements that tell the browser about a hosted auth service. */
export const ACCOUNTS_URL = 'accounts-url';
export const ACCOUNTS_KEY = 'accounts-key';

/** The content of the document's meta element of this name; undefined if there is none. */
export function documentMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
