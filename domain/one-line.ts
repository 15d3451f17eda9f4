/**
 * The characters by which a text reorders what is printed after it (Unicode's embeddings, overrides and isolates). They
 * come along when a phone number is copied from a list of contacts; nobody types them.
 */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

const LINE_BREAKS = /[\n-\r\u0085\u2028\u2029]+/g;

/**
 * Text on one line, for fields of forms and for email headers: line breaks, which would begin another header or fill a
 * packing slip, become spaces, and characters that reorder the text after it are left out.
 */
export function oneLine(text: string): string {
  return text.replace(DIRECTIONS, '').replace(LINE_BREAKS, ' ').trim();
}
