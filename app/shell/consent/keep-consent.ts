/**
 * Runs in the browser before the first paint and needs no other script: marks `<html data-consent>` with the choice kept
 * in this browser ('accepted', 'declined') or 'unset', and keeps what a button named `cookie-consent` says ('unset' asks
 * again). A browser that denies storage is asked nothing until its visitor wants to be. Short: every document carries it.
 */
function keepConsent() {
  const key = 'cookie-consent';
  const root = document.documentElement;

  function show(choice: string) {
    root.dataset.consent = choice;
    measure();
  }

  /** What stands at the foot of the window makes room for the banner, however high its letters make it. */
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
    event.stopImmediatePropagation(); // nobody has to repeat it once the page is alive
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
  addEventListener('pageshow', read); // from the back/forward cache, as it was left
  addEventListener('click', choose, true);
}

/** The script as text for the document's head. It must not reach for anything outside its own body. */
export const KEEP_CONSENT = `(${keepConsent})()`.replace(/\n\s+/g, '\n');
