/** What the document's meta element of this name says, if there is one. */
export function documentMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
