/**
 * Call when a script could not be downloaded. If the server is reachable, the page is of a former build, or the browser
 * remembers an earlier failure: reloads it, unless that would lose what somebody has typed. `isWanted` is asked after the
 * server has answered.
 *
 * @returns 'reloads'; 'outdated' if it does not, although the server can be reached; or 'unreachable'.
 */
export async function reloadFormerBuild(
  isWanted = () => true,
): Promise<'reloads' | 'outdated' | 'unreachable'> {
  if (!(await isReachable())) return 'unreachable';
  return isWanted() && !hasTypedText() && reloadOnce() ? 'reloads' : 'outdated';
}

const isReachable = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a text field of the page holds something else than it was rendered with: a reload would lose that. */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  );
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}

/** The storage key of the time of the last reload; `deferHydration` uses the same key. */
const RELOADED_AT = 'reload';

/**
 * Reloads the page at its current URL, for when one of the shop's scripts fails to load: the page may be of an earlier
 * build, or the browser may remember that a module failed and not request it again. At most once a minute: while a
 * deployment is in progress, servers of both builds answer.
 *
 * @returns false if it did not reload: it has just done so, or nothing can be stored, so that it could reload again and
 *   again.
 */
export function reloadOnce(): boolean {
  try {
    const { sessionStorage } = window;
    const since = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (since >= 0 && since < 60_000) return false; // less than 0: the clock was set back
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
