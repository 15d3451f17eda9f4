import { ApiError } from '#app/shell/api/api-error.ts';
import { isOutdated } from './is-outdated.ts';

/** An event on the window: the server refused a request of this page, and has another build. */
export const OUTDATED = 'admin-outdated';

/**
 * A tab that was open during a deployment may send requests that the new server rejects; its message about a field would
 * not help. @returns the error to throw instead.
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
