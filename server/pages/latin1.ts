/**
 * Bytes as a text in which each is one character (latin1). Markup is ASCII and is found in it as in the real text, while
 * a page with one ₹ in it would be a text of two bytes a character: twice as long to search and to put together, and
 * written out as UTF-8 letter by letter, which alone was a twentieth of rendering a page.
 */
export function byteText(bytes: ArrayBuffer | string): string {
  return (typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)).toString('latin1');
}

/** The bytes that a byte text stands for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
