import { createHash } from 'node:crypto';

/** What the database keeps of a token that is mailed: nobody who reads the database can use it. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
