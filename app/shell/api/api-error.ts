import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { ShopUnreachable } from './unreachable.ts';

/** For an unexpected error. A test compares these messages with those of the contract. */
export const INTERNAL_MESSAGE = 'Something went wrong on our side. Please try again.';
/** For a server, or a proxy before it, that cannot answer for now. */
export const UNAVAILABLE_MESSAGE = 'We are very busy. Please try again in a minute.';

/**
 * An error that the server responded with, or one derived from the status of its response. Not the server's AppError:
 * the response has the message, so pages do not need its table of messages.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: ErrorBody['error']['fields'];
  readonly lines: ErrorBody['error']['lines'];
  readonly order: ErrorBody['error']['order'];
  readonly challenge: ErrorBody['error']['challenge'];

  constructor(status: number, { message, ...details }: ErrorBody['error'], cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = details.code;
    this.fields = details.fields;
    this.lines = details.lines;
    this.order = details.order;
    this.challenge = details.challenge;
  }
}

/** The message of an error for the shopper; a general one for an unexpected error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof ShopUnreachable) return error.message;
  console.error(error);
  return INTERNAL_MESSAGE;
}

/** Whether the error may be temporary, so that a retry is worthwhile. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof ShopUnreachable;
}

/** Whether the server responded with one of these error codes. */
export function hasErrorCode(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/**
 * Shows the server's validation errors under their fields and focuses the first one. False when the error names no
 * field of this form.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly FieldPath<Values>[],
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const wrong = names.filter((name) => Object.hasOwn(fields, name));
  for (const name of wrong) form.setError(name, { type: 'server', message: fields[name] ?? '' });
  if (wrong[0]) form.setFocus(wrong[0]);
  return wrong.length > 0;
}
