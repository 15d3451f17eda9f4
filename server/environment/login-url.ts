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
