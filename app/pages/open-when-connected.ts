/**
 * The offline page's own script: opens the requested page as soon as the shop responds. It tries when the browser
 * reports a network, when the page becomes visible, and now and then in between, because a server can recover without
 * either event; never while the page is hidden.
 */
function openWhenConnected() {
  // The browser would scroll to where the visitor was on the page that was asked for, while it reads this one and when it
  // has; a slow one later still.
  history.scrollRestoration = 'manual';
  const stayOnTop = () => scrollTo(0, 0);
  addEventListener('load', stayOnTop);
  addEventListener('scroll', stayOnTop);
  // 'pointermove' for a scrollbar, which tells of no press.
  for (const type of ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin']) {
    addEventListener(type, () => removeEventListener('scroll', stayOnTop), { once: true });
  }
  // At its own address there is nothing to wait for.
  if (/^\/offline\/*$/i.test(decodeURI(location.pathname))) return;
  const STORED = 'offline-page-reloaded';
  const longestWaitMs = 30_000;
  // A network that answers the question but not the page would have it reloaded every second.
  let kept = '';
  try {
    kept = sessionStorage.getItem(STORED) ?? '';
  } catch {} // denied
  const [reloadedAt = 0, waited = 0] = kept.split(' ').map(Number);
  let waitMs = Date.now() - reloadedAt < 60_000 ? waited : 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function retryNow() {
    waitMs = 1000;
    void retry();
  }

  async function retry() {
    clearTimeout(timer);
    if (document.hidden) return;
    waitMs = Math.min(waitMs * 2, longestWaitMs);
    timer = setTimeout(retry, waitMs);
    const request = { method: 'HEAD', cache: 'no-store' } as const;
    const answer = await fetch(location.href, request).catch(() => null);
    // A server that is still starting has no page either.
    if (!answer || answer.status >= 500) return;
    try {
      sessionStorage.setItem(STORED, `${Date.now()} ${waitMs}`);
    } catch {
      return; // nothing would end its reloading; the visitor can
    }
    location.reload();
  }

  addEventListener('online', retryNow);
  document.addEventListener('visibilitychange', retryNow);
  timer = setTimeout(retry, waitMs);
}

/** The script as text for the page. It must not refer to anything outside its own body. */
export const OFFLINE_SCRIPT = `(${openWhenConnected})()`.replace(/\n\s+/g, '\n');
