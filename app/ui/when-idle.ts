/** Calls `work` once when the browser is idle, within two seconds. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(request);
}
