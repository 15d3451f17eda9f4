/** Whether the visitor has agreed to cookies that the shop can do without; `keep-consent.ts` marks the document with it. */
export function hasConsent(): boolean {
  return document.documentElement.dataset.consent === 'accepted';
}

/** Calls back when the choice changes, in this tab or another; answers with the way to stop. */
export function onConsent(listener: () => void): () => void {
  window.addEventListener('consent', listener);
  return () => window.removeEventListener('consent', listener);
}
