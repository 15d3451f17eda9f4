import { AppError } from '#contract/errors.ts';

/**
 * The text of a file in whatever encoding a courier's program or a spreadsheet wrote it: UTF-8, UTF-16 with a byte order
 * mark, or Windows-1252.
 *
 * @throws AppError invalid_input for a spreadsheet, a picture or anything else that is no text.
 */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw unreadable('This is a spreadsheet. Save it as CSV first, then choose that file.');
  }
  const text = decode(bytes);
  // Tabs and line ends are the only control characters of a list.
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

/** The field of the form that the message stands at. */
export function unreadable(message: string): AppError {
  return new AppError('invalid_input', { message, fields: { file: message } });
}
