/**
 * Runs in the browser before anything else: starts the page's scripts at the first touch, key or pointer, or when
 * the loaded page is idle. Until they have taken over (the page says so with a `hydrated` event) it holds taps on
 * buttons, which would do nothing, and repeats them afterwards. Links and typing need no script and go on as they are.
 */
function hydrateLater() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
  if (!later) return;
  const held: HTMLElement[] = [];
  const wakers = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

  function hold(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(button);
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
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = later.textContent;
    document.head.append(script);
  }

  function whenIdle() {
    // Safari has no requestIdleCallback; a moment after loading is near enough.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
    else setTimeout(start, 200);
  }

  addEventListener('click', hold, true);
  for (const type of wakers) addEventListener(type, start, { capture: true, passive: true });
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
  addEventListener(
    'hydrated',
    () => {
      removeEventListener('click', hold, true);
      for (const button of held) button.click();
    },
    { once: true },
  );
}

/** The script as text for the page. It must not reach for anything outside its own body. */
export const HYDRATE_LATER = `(${hydrateLater})()`;
