/**
 * Runs in the browser before anything else: starts the page's scripts at the first touch, key or pointer, or when the
 * loaded page has been painted and is idle; at once where there is nothing to see without them (`data-guarded`). Until
 * they have taken over (the page says so with a `hydrated` event) it holds what they must hear, taps on buttons and
 * forms that were sent, and repeats it afterwards. Links, typing and what opens a popover need no script. Where the
 * network is lost before the scripts are there, it says so, and fetches them when it is back.
 */
function hydrateLater() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
  if (!later) return;
  const held: (() => void)[] = [];
  const note = document.createElement('p');
  let repeating = false;
  let waiting = false;
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
    tell();
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
    load();
  }

  /** The whole style sheet first: what scripts put into the page needs rules that the first paint did not. */
  function load() {
    waiting = false;
    note.remove(); // React takes over the document as the server wrote it
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=later]');
    if (!sheet) return run();
    sheet.onload = run;
    sheet.onerror = () => {
      sheet.rel = 'later';
      run();
    };
    sheet.rel = 'stylesheet';
  }

  function run() {
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = later?.textContent ?? '';
    script.onerror = fail;
    document.head.append(script);
  }

  /** What works by itself shall work at least; but sent without a network, a form would lose what was typed. */
  function fail() {
    if (navigator.onLine) return repeat();
    waiting = true;
    addEventListener('online', load, { once: true });
    tell();
  }

  /** Taps are answered then, and not repeated whenever the network may come back. */
  function tell() {
    if (!waiting || navigator.onLine || !held.length) return;
    held.length = 0;
    // Of what every page's first paint has a rule for: the footer's buttons and the consent banner wear it.
    note.className = 'border border-edge bg-paper text-ink rounded-lg p-4 shadow-float';
    note.textContent = 'We could not reach the shop. Please check your connection and try again.';
    document.querySelector('[role=alert]')?.append(note);
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
