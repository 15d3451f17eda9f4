import type { SessionRow } from '#auth-server/rows.ts';

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
