/** The content of the document's meta element of this name; undefined if there is none. */
export function documentMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
