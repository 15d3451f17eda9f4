/** Null where nothing is typed; what is no number is sent as one that the server refuses. */
export function readNumber(typed: string): number | null {
  const text = typed.replace(/[\s,₹]/g, '');
  return text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
}
