import { codeText } from '#domain/text.ts';

/** Parses a typed number of pieces; NaN for anything but a whole number of at most six digits. */
export function readCount(typed: string): number {
  const digits = codeText(typed);
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}
