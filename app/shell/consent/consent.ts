/** Whether the visitor has agreed to cookies that the shop can do without; `keep-consent.ts` marks the document with it. */
export function hasConsent(): boolean {
  return document.documentElement.dataset.consent === 'accepted';
}

/** Whether it is a yes or a no, and not still to be asked. */
export function hasChosen(): boolean {
  return hasConsent() || document.documentElement.dataset.consent === 'declined';
}

/** Calls back when the choice changes, in this tab or another; answers with the way to stop. */
export function onConsent(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-consent'] });
  return () => observer.disconnect();
}
