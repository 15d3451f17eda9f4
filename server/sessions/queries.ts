import { statement } from '#server/database/tables.ts';

type OpenSession = {
  id: string;
  device: string | null;
  address: string | null;
  signed_in_at: string;
  last_seen_at: string;
};

/** The current shopper's sessions: the SQL function returns no others. */
export function openSessions() {
  return statement<OpenSession>`
    select id, device, host(address) as address, signed_in_at, last_seen_at from auth.open_sessions()`;
}

/** What became of a session that was to end: see `auth.end_other_session`. */
export type SessionEnd = 'ended' | 'none' | 'newer' | 'resetting';

/** Ends one of the shopper's sessions; `by` is the session of the request. */
export function endSession(id: string, by: string) {
  return statement<{ outcome: SessionEnd }>`
    select auth.end_other_session(${id}::uuid, ${by}::uuid) as outcome`;
}
