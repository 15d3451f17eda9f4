import { codeText } from '#domain/text.ts';

/** Parses a limit in rupees or pieces: null for an empty field; -1, which the server refuses, for anything but a number. */
export function readNumber(typed: string): number | null {
  const text = codeText(typed).replace(/[ ,₹]/g, '');
  return text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
}
