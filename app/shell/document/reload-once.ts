/** The storage key of the last reload, which `deferHydration` has, too. */
const RELOADED = 'reload';

/**
 * Reloads the page at its current URL, because a script could not be loaded that the shop may have: the page is of a
 * former build, or the browser keeps a module that failed once as failed. At most once a minute: servers of both builds
 * may answer until a deployment is finished.
 *
 * @returns false where it has been reloaded just now, or nothing can be stored, so that it would be reloaded again and again.
 */
export function reloadOnce(): boolean {
  try {
    const { sessionStorage } = window;
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < 60_000) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
