import { AppError } from '#contract/errors.ts';

/**
 * Decodes a file that a courier's program or a spreadsheet wrote in UTF-8, UTF-16 with a byte order mark, or
 * Windows-1252.
 *
 * @throws AppError invalid_input for a spreadsheet, a picture or any other binary file.
 */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw unreadable('This is a spreadsheet. Save it as CSV first, then choose that file.');
  }
  const text = decode(bytes);
  // A list has no control characters but tabs and line ends.
  if (hasControlCharacter(text)) throw unreadable('This is not a CSV file.');
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text.replace(/[\t\r\n\u0080-\u009f]/g, ''));
}

/** The error, with its message also at the field of the form. */
export function unreadable(message: string): AppError {
  return new AppError('invalid_input', { message, fields: { file: message } });
}
