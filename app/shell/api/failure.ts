import { REFUSALS, Refusal } from '#contract/refusals.ts';
import { ShopUnreachable } from './api-caller.ts';

/** The sentence a shopper reads for a failure; what nobody foresaw gets the shop's general one. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof ShopUnreachable) return error.message;
  console.error(error);
  return REFUSALS.internal.message;
}

/** Whether a failure may pass by itself, so that reading once more is worth it. */
export function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 429 || error.status >= 500;
  return error instanceof ShopUnreachable;
}

/** Whether the server refused with this code. */
export function isRefused(error: unknown, ...codes: Refusal['code'][]): error is Refusal {
  return error instanceof Refusal && codes.includes(error.code);
}
