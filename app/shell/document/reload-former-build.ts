import { reloadOnce } from './reload-once.ts';

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
