import { AppError, ERRORS } from '#contract/errors.ts';
import { ShopUnreachable } from './api-client.ts';

/** The sentence a shopper reads for an error; for an unexpected one the general sentence. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError || error instanceof ShopUnreachable) return error.message;
  console.error(error);
  return ERRORS.internal.message;
}

/** Whether the error may be temporary, so that a retry is worthwhile. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 429 || error.status >= 500;
  return error instanceof ShopUnreachable;
}

/** Whether the server responded with one of these error codes. */
export function hasErrorCode(error: unknown, ...codes: AppError['code'][]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
