/**
 * Runs in the browser before anything else: starts the page's scripts at the first touch, key or pointer, or when the
 * loaded page has been painted and is idle; at once where there is nothing to see without them (`data-guarded`). Until
 * they have taken over (the page says so with a `hydrated` event) it holds what they must hear, taps on buttons and
 * forms that were sent, and repeats it afterwards. Links, typing and what opens a popover need no script.
 */
function hydrateLater() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
  if (!later) return;
  const held: (() => void)[] = [];
  let repeating = false;
  const wakers = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

  function hold(event: Event) {
    if (repeating || !(event.target instanceof Element)) return;
    const button = event.target.closest('button');
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    if (button?.popoverTargetElement || !(button || form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    held.push(() => (form ? form.requestSubmit(submitter) : button?.click()));
    start();
  }

  function start() {
    for (const type of wakers) removeEventListener(type, start, true);
    if (!later?.dataset.modules) return;
    for (const href of later.dataset.modules.split(' ')) {
      const preload = document.createElement('link');
      preload.rel = 'modulepreload';
      preload.href = href;
      document.head.append(preload);
    }
    delete later.dataset.modules;
    // The whole style sheet first: what scripts put into the page needs rules that the first paint did not.
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=later]');
    if (!sheet) return run();
    sheet.onload = sheet.onerror = run;
    sheet.rel = 'stylesheet';
  }

  function run() {
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = later?.textContent ?? '';
    script.onerror = repeat; // what works by itself shall work at least
    document.head.append(script);
  }

  /** Each by itself, as they came: the next one must see what the last one has changed. New ones wait their turn. */
  function repeat() {
    const next = held.shift();
    if (!next) {
      removeEventListener('click', hold, true);
      removeEventListener('submit', hold, true);
      return;
    }
    setTimeout(() => {
      repeating = true;
      next();
      repeating = false;
      repeat();
    });
  }

  /** The loaded page may not have been painted yet: pictures and fonts of the first view come before scripts. */
  function whenPainted() {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return whenIdle();
    const painted = new PerformanceObserver(() => {
      painted.disconnect();
      whenIdle();
    });
    painted.observe({ type: 'paint', buffered: true });
  }

  function whenIdle() {
    // Safari has no requestIdleCallback; a moment after painting is near enough.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
    else setTimeout(start, 200);
  }

  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);
  addEventListener('hydrated', repeat, { once: true });
  for (const type of wakers) addEventListener(type, start, { capture: true, passive: true });
  if (document.querySelector('[data-guarded]')) start();
  else if (document.readyState === 'complete') whenPainted();
  else addEventListener('load', whenPainted);
}

/** The script as text for the page. It must not reach for anything outside its own body. */
export const HYDRATE_LATER = `(${hydrateLater})()`.replace(/\n\s+/g, '\n');
