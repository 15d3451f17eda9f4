import { transcode } from 'node:buffer';

/**
 * Bytes as a string with one character per byte (latin1). Markup is ASCII, so searches find it as in the decoded text.
 * A decoded page with one ₹ in it would be stored with two bytes a character: twice as much to search and to
 * concatenate, and encoding it as UTF-8 alone took a twentieth of the time of rendering a page.
 */
export function toLatin1(bytes: ArrayBuffer | string): string {
  return (typeof bytes === 'string' ? encode(bytes) : Buffer.from(bytes)).toString('latin1');
}

/** UTF-8, in half the time of `Buffer.from(text)` for a page, which has characters beyond latin1 (0.14 ms). */
function encode(text: string): Buffer {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}

/** The bytes that a latin1 string stands for. */
export function fromLatin1(text: string): Uint8Array<ArrayBuffer> {
  return bytesOf(Buffer.from(text, 'latin1'));
}

/** A buffer's bytes without a copy, unless it is a small part of a pool that would be kept with it. */
export function bytesOf(buffer: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { buffer: memory, byteOffset, byteLength } = buffer;
  return memory.byteLength > 2 * byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(memory, byteOffset, byteLength);
}
