/** What a visitor has said about cookies that the shop can do without; null until they choose. */
export type Consent = 'accepted' | 'declined' | null;

const KEY = 'cookie-consent';
/** An inline script for the document's head: marks `<html data-consent>` before the first paint. */
export const CONSENT_HINT = `try{document.documentElement.dataset.consent=localStorage.getItem('${KEY}')||'unset'}catch{}`;

const listeners = new Set<() => void>();

/** For browsers that deny storage: the choice then holds until the page is left. */
let unkept: Consent = null;

/** The choice kept in this browser. */
export function readConsent(): Consent {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'accepted' || kept === 'declined' ? kept : null;
  } catch {
    return unkept;
  }
}

/** Keeps a choice and tells whoever waits for it. */
export function keepConsent(choice: 'accepted' | 'declined'): void {
  change(choice);
}

/** Takes the choice back and asks again: withdrawing is as easy as giving was. */
export function reopenConsent(): void {
  change(null);
}

/** Calls back when the choice changes, in this tab or another; answers with the way to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function change(consent: Consent): void {
  unkept = consent;
  document.documentElement.dataset.consent = consent ?? 'unset';
  try {
    if (consent) localStorage.setItem(KEY, consent);
    else localStorage.removeItem(KEY);
  } catch {
    // Remembered above.
  }
  for (const listener of listeners) listener();
}
