import { type ErrorCode, isErrorCode } from '#contract/errors.ts';

/**
 * The error code that a function of the database answered with instead of 'done'.
 * @throws Error for any other answer, which is a fault of the function.
 */
export function errorCodeOf(outcome: string | undefined): ErrorCode {
  if (outcome === undefined || !isErrorCode(outcome)) throw new Error(`Unknown outcome ${outcome}`);
  return outcome;
}
