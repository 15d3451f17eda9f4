import type { SessionRow } from '#auth-server/rows.ts';

/**
 * What a refresh token is answered.
 * - advance: it is the current one; the next takes its place.
 * - repeat: its successor may never have arrived, or another tab was faster; the current one is given again.
 * - refuse: it is dead, but a tab may still hold it in good faith.
 * - reuse: somebody holds a token that was replaced long ago; the session ends for everybody.
 * - expired: the session was idle, or lived, too long.
 */
export type RefreshVerdict = 'advance' | 'repeat' | 'refuse' | 'reuse' | 'expired';

type Session = Pick<
  SessionRow,
  'refresh_counter' | 'refresh_floor' | 'refreshed_at' | 'expires_at'
>;

/**
 * The protocol's rule for counted refresh tokens. The client takes no lock between tabs and depends on
 * 'one behind is answered, however late'.
 *
 * A counter ahead of the row was issued by us and lost by the database (a failover to a replica that had not
 * received the last commit): it is honoured, or every shopper of that second would be signed out.
 */
export function judgeRefresh(
  session: Session,
  counter: number,
  now: Date,
  reuseSeconds: number,
): RefreshVerdict {
  const behind = session.refresh_counter - counter;
  const justRefreshed = now.getTime() - Date.parse(session.refreshed_at) <= reuseSeconds * 1000;
  if (Date.parse(session.expires_at) <= now.getTime()) return 'expired';
  if (counter < session.refresh_floor) return justRefreshed ? 'refuse' : 'reuse';
  if (behind <= 0) return 'advance';
  if (behind === 1 || justRefreshed) return 'repeat';
  return 'reuse';
}
