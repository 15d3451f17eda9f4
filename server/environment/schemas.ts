import * as z from 'zod';
import { emailText } from '#domain/text.ts';

export const onOff = z.enum(['on', 'off'], 'must be on or off');

export const email = z.string().overwrite(emailText).check(z.email('must be an email address'));

/**
 * A number in plain digits, with at most so many decimals: Number() would read ' ' as 0 and '1e3' as a thousand.
 *
 * @param what what the setting must be: 'must be a port number'.
 */
export function numberFrom(what: string, min: number, max: number, decimals = 0) {
  const error = `${what} from ${min} to ${max}`;
  const fraction = decimals > 0 ? `(\\.\\d{1,${decimals}})?` : '';
  return z
    .string()
    .regex(new RegExp(`^\\d{1,10}${fraction}$`), error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
}

/** The parts of a text that are not empty. */
export function partsOf(text: string, separator: string | RegExp, clean = trimmed): string[] {
  return text
    .split(separator)
    .map(clean)
    .filter((part) => part !== '');
}

function trimmed(part: string): string {
  return part.trim();
}

/** What has to be written otherwise in the user and the password of a URL. */
export const ESCAPES = 'with @ : / ? # % in the password written as %40 %3A %2F %3F %23 %25';

/**
 * Whether the login of a URL ends where its author meant. In `smtps://user:p@ss#word@host` the host is 'ss', and what
 * follows is not read at all; a '%' that begins no escape cannot be decoded, nor one in a database's name.
 */
export function hasWholeLogin(text: string): boolean {
  const { username, password, pathname, search, hash } = new URL(text);
  return hash === '' && !/@/.test(pathname + search) && isDecodable(username + password + pathname);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
