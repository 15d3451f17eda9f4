import { ApiError } from '#app/shell/api/api-error.ts';
import { isOutdated } from './is-outdated.ts';

/** The name of a window event: the server has refused a request of this page and runs another build. */
export const OUTDATED = 'admin-outdated';

/**
 * A tab that was open during a deployment may send requests that the new server rejects, with a message about a field
 * that would not help. If the server runs another build, dispatches `OUTDATED` and replaces the error.
 *
 * @returns the error to throw.
 */
export async function explainRefusal(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || !(await isOutdated()))
    return error;
  window.dispatchEvent(new Event(OUTDATED));
  const { code, status } = error;
  return new ApiError(
    status,
    { code, message: 'The admin was updated. Reload to continue.' },
    error,
  );
}
