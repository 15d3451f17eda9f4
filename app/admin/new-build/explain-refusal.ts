import { ApiError } from '#app/shell/api/api-error.ts';
import { isOutdated } from './is-outdated.ts';

/** On the window: the server has refused what this page sends, and has another build. */
export const OUTDATED = 'admin-outdated';

/**
 * A tab that was open across a deployment may send what the server no longer takes, and the server's sentence about a
 * field would lead nowhere. @returns the error to throw instead.
 */
export async function explainRefusal(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || !(await isOutdated()))
    return error;
  window.dispatchEvent(new Event(OUTDATED));
  const { code, status } = error;
  return new ApiError(status, { code, message: 'The admin was updated. Reload to go on.' }, error);
}
