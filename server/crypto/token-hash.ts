import { createHash } from 'node:crypto';

/**
 * The SHA-256 of an emailed token. The database stores only this, so nobody who reads the database can use the token.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
