/**
 * Runs in the browser before anything else: starts the page's scripts at the first touch, key or pointer, or when the
 * loaded page has been painted and is idle; at once where there is nothing to see without them (`data-guarded`). Until
 * they have taken over (the page says so with a `hydrated` event) it holds what they must hear, taps on buttons and
 * forms that were sent, and repeats it afterwards. Links, typing and what opens a popover need no script. Where the
 * scripts cannot be had it says so, loses nothing that was typed, and tries again.
 */
function hydrateLater() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
  if (!later) return;
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=later]');
  const held: { works: boolean | undefined; tap: () => void }[] = [];
  const note = document.createElement('p');
  let state: 'waiting' | 'loading' | 'failed' = 'waiting';
  let repeating = false;
  let pause = 1000;
  const wakers = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

  function hold(event: Event) {
    if (repeating || !(event.target instanceof Element)) return;
    const button = event.target.closest('button');
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    if (button?.popoverTargetElement || !(button || form)) return;
    // The server has a door for it.
    const works = (form ?? button?.form)?.hasAttribute('action');
    if (state === 'failed' && works && navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    held.push({
      works,
      tap: () => (form ? form.requestSubmit(submitter) : button?.click()),
    });
    start();
    if (state === 'failed') answer();
  }

  function start() {
    for (const type of wakers) removeEventListener(type, start, true);
    if (state === 'waiting') load();
  }

  /**
   * Everything as plain files first, which the browser then has: in many of them a module that failed once has failed
   * for good, and what was to be preloaded too.
   */
  function load() {
    if (state === 'loading') return;
    state = 'loading';
    const files = [...(later?.dataset.modules?.split(' ') ?? []), ...(sheet ? [sheet.href] : [])];
    Promise.all(files.map((file) => fetch(file).then(read))).then(run, fail);
  }

  async function read(answer: Response) {
    if (!answer.ok) throw answer;
    await answer.blob();
  }

  /** The whole style sheet first: what scripts put into the page needs rules that the first paint did not. */
  function run() {
    if (sheet?.rel !== 'later') return startScripts();
    sheet.onload = sheet.onerror = startScripts;
    sheet.rel = 'stylesheet';
  }

  function startScripts() {
    note.remove(); // React takes over the document as the server wrote it
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = later?.textContent ?? '';
    script.onerror = fail;
    document.head.append(script);
  }

  function fail() {
    state = 'failed';
    pause *= 2;
    setTimeout(load, pause);
    addEventListener('online', load, { once: true });
    answer();
  }

  /** What works by itself shall work at least. Other taps are not repeated whenever the scripts may come. */
  function answer() {
    const [first] = held.splice(0);
    if (!first) return;
    if (first.works && navigator.onLine) return again(first.tap);
    // Of what every page's first paint has a rule for: the phone's menu and the footer's buttons wear it.
    note.className = 'border border-edge bg-paper text-ink rounded-lg p-3 shadow-float';
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
      again(next.tap);
      repeat();
    });
  }

  function again(tap: () => void) {
    repeating = true;
    tap();
    repeating = false;
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
