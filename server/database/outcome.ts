import { AppError, type ErrorCode, isErrorCode } from '#contract/errors.ts';

/**
 * The error code that a database function returned instead of 'done'.
 * @throws Error for any other value, which is a fault of the function.
 */
function errorCodeOf(outcome: string | undefined): ErrorCode {
  if (outcome === undefined || !isErrorCode(outcome)) throw new Error(`Unknown outcome ${outcome}`);
  return outcome;
}

/** @throws AppError with the outcome of a database function as its code, unless that is 'done'. */
export function requireDone(outcome: string | undefined): void {
  if (outcome !== 'done') throw new AppError(errorCodeOf(outcome));
}
