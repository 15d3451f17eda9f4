/**
 * Runs before the first paint and needs no other script: sets `<html data-consent>` to the choice stored in this
 * browser ('accepted', 'declined') or 'unset', and stores the value of a clicked button named `cookie-consent` ('unset'
 * asks again). A browser that denies storage is asked only when its visitor wants to be. Kept short: every document
 * contains it.
 */
function handleConsent() {
  const key = 'cookie-consent';
  const root = document.documentElement;

  function show(choice: string) {
    root.dataset.consent = choice;
    measure();
  }

  /** Elements at the bottom of the window leave room for the banner, at any text size. */
  function measure() {
    const banner = document.querySelector<HTMLElement>('.consent-fixed');
    root.style.setProperty('--consent-height', `${banner?.offsetHeight ?? 0}px`);
  }

  function read() {
    try {
      const kept = localStorage.getItem(key) ?? '';
      show(/^(accept|declin)ed$/.test(kept) ? kept : 'unset');
    } catch {}
  }

  function choose(event: Event) {
    const button =
      event.target instanceof Element &&
      event.target.closest<HTMLButtonElement>(`button[name=${key}]`);
    if (!button) return;
    event.stopImmediatePropagation(); // keeps deferHydration from replaying the click
    const { value } = button;
    show(value);
    const asksAgain = value === 'unset';
    if (asksAgain) document.querySelector<HTMLElement>('.consent-banner button')?.focus();
    try {
      if (asksAgain) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {}
  }

  read();
  new ResizeObserver(measure).observe(root);
  addEventListener('DOMContentLoaded', measure);
  addEventListener('storage', read);
  addEventListener('pageshow', read); // the back/forward cache restores the page as it was left
  addEventListener('click', choose, true);
}

/** The script as text for the document's head. It must not refer to anything outside its own body. */
export const CONSENT_SCRIPT = `(${handleConsent})()`.replace(/\n\s+/g, '\n');

/**
 * An inline script for the document's head, if the owner has a Google tag: Consent Mode v2 starts with everything
 * denied, before any other script. The tag itself loads only after consent (analytics.ts).
 */
export const CONSENT_DEFAULTS =
  "window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('consent','default',{ad_storage:'denied',ad_user_data:'denied',ad_personalization:'denied',analytics_storage:'denied'})";
