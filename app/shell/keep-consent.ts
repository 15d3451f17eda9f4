/**
 * Runs in the browser before the first paint and needs no other script: marks `<html data-consent>` with the choice kept
 * in this browser or 'unset', keeps what a button named `cookie-consent` says ('unset' asks again), and tells of each
 * change with a `consent` event. A browser that denies storage is asked nothing until its visitor wants to be.
 */
function keepConsent() {
  const key = 'cookie-consent';
  const root = document.documentElement;

  function show(choice: string) {
    if (root.dataset.consent === choice) return;
    root.dataset.consent = choice;
    dispatchEvent(new Event('consent'));
  }

  function read() {
    try {
      const kept = localStorage.getItem(key) ?? '';
      show(/^(accept|declin)ed$/.test(kept) ? kept : 'unset');
    } catch {}
  }

  read();
  addEventListener('storage', read);
  addEventListener('pageshow', read); // from the back/forward cache, as it was left
  addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element &&
        event.target.closest<HTMLButtonElement>(`button[name=${key}]`);
      if (!button) return;
      event.stopImmediatePropagation(); // nobody has to repeat it once the page is alive
      const { value } = button;
      try {
        if (value === 'unset') localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {}
      show(value);
      if (value === 'unset') document.querySelector<HTMLElement>('.consent-banner button')?.focus();
    },
    true,
  );
}

/** The script as text for the document's head. It must not reach for anything outside its own body. */
export const KEEP_CONSENT = `(${keepConsent})()`.replace(/\n\s+/g, '\n');
