import { AppError, REFUSALS } from '#contract/errors.ts';
import { ShopUnreachable } from './api-caller.ts';

/** The sentence a shopper reads for a failure; what nobody foresaw gets the shop's general one. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError || error instanceof ShopUnreachable) return error.message;
  console.error(error);
  return REFUSALS.internal.message;
}

/** Whether a failure may pass by itself, so that reading once more is worth it. */
export function mayPass(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 429 || error.status >= 500;
  return error instanceof ShopUnreachable;
}

/** Whether the server refused with this code. */
export function isRefused(error: unknown, ...codes: AppError['code'][]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
