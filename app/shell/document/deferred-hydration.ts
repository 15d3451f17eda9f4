/**
 * Deferred hydration. Runs before any other script: starts the page's scripts at the first touch, key or pointer event,
 * or when the loaded page has been painted and is idle; at once on pages that show nothing without them
 * (`data-guarded`). Until hydration (the page fires `hydrated`) it records clicks on buttons and form submits, and
 * replays them afterwards. Links, typing and popovers need no script. If the scripts fail to load it says so, keeps
 * what was typed, and tries again. If a file is gone because of a deployment it reloads the page, unless something was
 * typed or a form is to be submitted that needs no script.
 *
 * As few bytes as it can, because every page carries it: listeners that do no harm are not removed, for example.
 */
function deferHydration() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
  if (!later) return;
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=later]');
  const code = later.textContent;
  const files = later.dataset.files?.split(' ') ?? [];
  if (sheet) files.push(sheet.href);
  /** Whether a form submits itself without scripts, and what repeats the tap. Pairs, because names are not minified. */
  const recorded: [submitsItself: boolean | undefined, tap: () => void][] = [];
  // Numbers, not words: every page carries them.
  const WAITING = 0;
  const LOADING = 1;
  const FAILED = 2;
  const notice = document.createElement('p');
  let state: number = WAITING;
  let replaying = false;
  let typed = false;
  let retryMs = 1000;

  function record(event: Event) {
    if (replaying || !(event.target instanceof Element)) return;
    typed ||= event.type === 'input';
    const button = event.target.closest('button');
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    if (button?.popoverTargetElement || !(button || form)) return;
    // The server can handle this form without scripts.
    const submitsItself = (form ?? button?.form)?.hasAttribute('action');
    if (state === FAILED && submitsItself && navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    recorded.push([submitsItself, () => (form ? form.requestSubmit(submitter) : button?.click())]);
    start();
    if (state === FAILED) notify();
  }

  function start() {
    if (state === WAITING) load();
  }

  /**
   * Fetches all files first, so that they are in the HTTP cache: in many browsers a module that failed once stays
   * failed, and so does a preload.
   */
  function load() {
    if (state === LOADING) return;
    state = LOADING;
    Promise.all(files.map((file) => fetch(file).then(read))).then(run, fail);
  }

  async function read(response: Response) {
    if (!response.ok) throw response.status;
    await response.blob();
  }

  /** The full style sheet first: what scripts render needs rules that the critical CSS lacks. */
  function run() {
    if (sheet?.rel !== 'later') return startScripts();
    sheet.onload = sheet.onerror = startScripts;
    sheet.rel = 'stylesheet';
  }

  function startScripts() {
    notice.remove(); // hydration expects the document as the server sent it
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    script.onerror = fail;
    document.head.append(script);
  }

  /**
   * Of a former build: reloads at most once a minute, because servers of both builds may answer until a deployment is
   * finished; not without storage, which would forget that. reload-former-build.ts has the same key.
   */
  function fail(reason: unknown) {
    try {
      const now = Date.now();
      if (
        reason === 404 &&
        !typed &&
        !recorded[0]?.[0] &&
        !(now - sessionStorage.reload < 60_000)
      ) {
        sessionStorage.reload = now;
        return location.reload();
      }
    } catch {}
    state = FAILED;
    retryMs *= 2;
    setTimeout(load, retryMs);
    addEventListener('online', load, { once: true });
    notify();
  }

  /**
   * A form that works without scripts is submitted. Other clicks are dropped, since the scripts may load much later.
   */
  function notify() {
    const [first] = recorded.splice(0);
    if (!first) return;
    const [submitsItself, tap] = first;
    if (submitsItself && navigator.onLine) return replayOne(tap);
    // Classes in every page's critical CSS: the phone's menu and the footer's buttons use them.
    notice.className = 'bg-surface text-foreground rounded-lg p-3 shadow-float';
    notice.textContent = 'We could not reach the shop. Please check your connection or reload.';
    document.querySelector('[role=alert]')?.append(notice);
  }

  /** Replays events one by one in order: each must see what the previous one changed. New ones are queued. */
  function replayNext() {
    const next = recorded.shift();
    if (!next) {
      replaying = true; // nothing is recorded any more
      return;
    }
    setTimeout(() => {
      replayOne(next[1]);
      replayNext();
    });
  }

  function replayOne(tap: () => void) {
    replaying = true;
    tap();
    replaying = false;
  }

  /** The loaded page may not be painted yet: pictures and fonts of the first view come before scripts. */
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

  addEventListener('click', record, true);
  addEventListener('submit', record, true);
  addEventListener('input', record, true);
  addEventListener('hydrated', replayNext, { once: true });
  for (const type of ['pointerdown', 'keydown', 'focusin']) addEventListener(type, start, true);
  if (document.querySelector('[data-guarded]')) start();
  else if (document.readyState === 'complete') whenPainted();
  else addEventListener('load', whenPainted);
}

/** The script as text for the page. It must not refer to anything outside its own body. */
export const HYDRATION_SCRIPT = `(${deferHydration})()`.replace(/\n\s+/g, '\n');
