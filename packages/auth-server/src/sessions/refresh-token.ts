import { timingSafeEqual } from 'node:crypto';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { SessionRow } from '#auth-server/service.ts';

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

/**
 * What to do with a refresh token.
 * - rotate: it is the current one; issue the next.
 * - reissue: its successor may never have arrived, or another tab was faster; return the current one again.
 * - refuse: it is invalid, but a tab may still hold it legitimately.
 * - reuse: it was replaced long ago, so somebody has a copy; end the session.
 * - expired: the session was idle too long, or is too old.
 */
type RefreshDecision = 'rotate' | 'reissue' | 'refuse' | 'reuse' | 'expired';

/** How long after a refresh an older refresh token is answered instead of ending the session. */
const REUSE_MS = 10_000;

type Session = Pick<
  SessionRow,
  'refresh_counter' | 'refresh_floor' | 'refreshed_at' | 'expires_at'
>;

/**
 * The protocol's rule for counted refresh tokens. The client takes no lock between tabs and relies on 'one behind is
 * answered, however late'. A counter ahead of the row was issued by us and lost by the database (a failover to a
 * replica without the last commit): it is accepted, or every user of that second would be signed out.
 */
export function classifyRefreshToken(
  session: Session,
  counter: number,
  now: Date,
): RefreshDecision {
  const behind = session.refresh_counter - counter;
  const justRefreshed = now.getTime() - Date.parse(session.refreshed_at) <= REUSE_MS;
  if (Date.parse(session.expires_at) <= now.getTime()) return 'expired';
  if (counter < session.refresh_floor) return justRefreshed ? 'refuse' : 'reuse';
  if (behind <= 0) return 'rotate';
  if (behind === 1 || justRefreshed) return 'reissue';
  return 'reuse';
}
