/** For headers and short fields: a line break would look like the beginning of another. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
