import * as z from 'zod/mini';
import { TrackingNumber } from '#contract/admin/order-actions.ts';

/** The typed numbers by the order's id. */
export type Numbers = Record<string, string>;

/**
 * Puts text into the field of an order. Several lines, pasted from the courier's list, fill this field and the following
 * ones; lines beyond the last order are left out.
 *
 * @param ids the orders in the order of the screen.
 */
export function enter(numbers: Numbers, ids: readonly string[], id: string, text: string): Numbers {
  const lines = text.split(/[\r\n\t,;]+/).map((line) => line.trim());
  if (lines.length === 1) return { ...numbers, [id]: text };
  const from = ids.indexOf(id);
  const next = { ...numbers };
  lines.filter(Boolean).forEach((line, place) => {
    const at = ids[from + place];
    if (at !== undefined) next[at] = line;
  });
  return next;
}

/** The error of an order's number; null if it is valid or still empty. */
export function problemOf(numbers: Numbers, id: string): string | null {
  const own = normal(numbers[id]);
  if (own === '') return null;
  if (!z.safeParse(TrackingNumber, own).success) return 'Not a tracking number';
  const twice = Object.entries(numbers).some(
    ([other, text]) => other !== id && normal(text) === own,
  );
  return twice ? 'Twice in this list' : null;
}

const normal = (text: string | undefined): string => (text ?? '').trim().toUpperCase();
