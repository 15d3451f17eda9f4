import * as z from 'zod/mini';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import { codeText } from '#domain/text.ts';

/** The typed numbers by the order's id. */
export type Numbers = Record<string, string>;

/** The error of an order's number; null if it is valid or still empty. */
export function problemOf(numbers: Numbers, id: string): string | null {
  const own = normal(numbers[id]);
  if (own === '') return null;
  const { error } = z.safeParse(TrackingNumber, own);
  if (error) return error.issues[0]?.message ?? null;
  const twice = Object.entries(numbers).some(
    ([other, text]) => other !== id && normal(text) === own,
  );
  return twice ? 'Twice in this list' : null;
}

const normal = (text: string | undefined): string => codeText(text ?? '').toUpperCase();
