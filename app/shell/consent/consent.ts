/** Whether the visitor has consented to optional cookies; `consent-script.ts` sets it as an attribute of the document. */
export function hasConsent(): boolean {
  return document.documentElement.dataset.consent === 'accepted';
}

/** True for accepted or declined, false for 'unset'. */
export function hasChosen(): boolean {
  return hasConsent() || document.documentElement.dataset.consent === 'declined';
}

/** Calls back when the choice changes, in this tab or another; returns a function that unsubscribes. */
export function onConsent(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-consent'] });
  return () => observer.disconnect();
}
