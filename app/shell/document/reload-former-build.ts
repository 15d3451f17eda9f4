import { reloadOnce } from './reload-once.ts';

/**
 * Call when a script could not be downloaded. If the server is reachable, the page is of a former build, or the browser
 * remembers an earlier failure: reloads it. `isWanted` is asked after the server has answered.
 *
 * @returns whether it reloads the page.
 */
export async function reloadFormerBuild(isWanted = () => true): Promise<boolean> {
  return (await isReachable()) && isWanted() && reloadOnce();
}

const isReachable = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
