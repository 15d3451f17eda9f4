import { timingSafeEqual } from 'node:crypto';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';

/** A session and the number of its refresh. */
export type RefreshToken = { sessionId: string; counter: number };

const VERSION = 1;
const HEAD_BYTES = 1 + 16 + 4;
const TOKEN_LENGTH = Math.ceil(((HEAD_BYTES + 32) * 4) / 3);

/**
 * base64url(version | session id | counter | HMAC). Nothing is stored: the session's row has the current counter, and
 * only the holder of the secret can compute the HMAC.
 */
export function writeRefreshToken(
  { sessionId, counter }: RefreshToken,
  derivedKeys: DerivedKeys,
): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION, 0);
  head.write(sessionId.replaceAll('-', ''), 1, 'hex');
  head.writeUInt32BE(counter, 17);
  return Buffer.concat([head, derivedKeys.hmac('refresh token', head)]).toString('base64url');
}

/** @returns undefined for anything this service has not issued, byte for byte. */
export function readRefreshToken(text: string, derivedKeys: DerivedKeys): RefreshToken | undefined {
  if (text.length !== TOKEN_LENGTH) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== HEAD_BYTES + 32 || bytes.readUInt8(0) !== VERSION) return undefined;
  const hex = bytes.toString('hex', 1, 17);
  const token = {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: bytes.readUInt32BE(17),
  };
  const expected = Buffer.from(writeRefreshToken(token, derivedKeys));
  return timingSafeEqual(expected, Buffer.from(text)) ? token : undefined;
}
