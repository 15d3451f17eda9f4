/** For headers, where a line break would begin another header, and for short fields. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
