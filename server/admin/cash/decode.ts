import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';

/**
 * Decodes a file that a courier's program or a spreadsheet wrote in UTF-8, UTF-16 or Windows-1252.
 *
 * @throws AppError invalid_input for a spreadsheet, a picture or any other binary file.
 */
export async function decodeFile(bytes: Uint8Array): Promise<string> {
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) {
    throw unreadable('This is a spreadsheet. Save it as CSV first, then choose that file.');
  }
  const text = await decode(bytes);
  // A list has no control characters but tabs and line ends.
  if (/[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text)) throw unreadable('This is not a CSV file.');
  return text;
}

async function decode(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes;
  // A byte order mark, or a letter of two bytes. The decoders remove the mark.
  if ((first === 0xff && second === 0xfe) || second === 0) return decodeAs('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return decodeAs('utf-16be', bytes);
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'windows-1252', bytes);
}

/** What is decoded in one go, in bytes: other requests are served between, because 2 MB may take 40 ms. */
const SLICE = 250_000;

async function decodeAs(encoding: string, bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE) {
    text += decoder.decode(bytes.subarray(at, at + SLICE), { stream: true });
    await setImmediate();
  }
  return text + decoder.decode();
}

/** The error, with its message also at the field of the form. */
export function unreadable(message: string): AppError {
  return new AppError('invalid_input', { message, fields: { file: message } });
}
