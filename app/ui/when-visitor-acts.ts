const EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Calls `prepare` once the visitor has scrolled, pointed or typed, and that was painted: they will probably go on, and a
 * visit that ends before does not pay for it. Returns a function that stops waiting.
 */
export function whenVisitorActs(prepare: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const once = () => {
    listening.abort();
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 2000 });
    else setTimeout(prepare, 200);
  };
  for (const event of EVENTS) addEventListener(event, once, { signal, passive: true });
  return () => listening.abort();
}
