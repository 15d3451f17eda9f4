const EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Calls `prepare` once, when the browser is idle after the visitor's first scroll, pointer or keyboard event. For
 * preloading what an active visitor will probably need: visitors who leave without interacting download nothing.
 * Returns a function that stops waiting.
 */
export function onFirstInteraction(prepare: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onEvent = () => {
    listening.abort();
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 2000 });
    else setTimeout(prepare, 200);
  };
  for (const event of EVENTS) addEventListener(event, onEvent, { signal, passive: true });
  return () => listening.abort();
}
