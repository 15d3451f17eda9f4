/**
 * Replaces line breaks by spaces: for email headers, where a line break would begin another header, and short fields.
 */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
