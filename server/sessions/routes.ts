import { isIPv4 } from 'node:net';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { sessionEndpoints } from '#contract/sessions.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';

const ERRORS = {
  none: 'session_not_found',
  newer: 'reauthentication_needed',
  resetting: 'session_resetting',
} as const satisfies Record<Exclude<SessionEnd, 'ended'>, ErrorCode>;

/** A shopper's devices: the sessions of their account. */
export function sessionRoutes(database: Database, authenticate: Authenticate) {
  return serveEndpoints(sessionEndpoints, authenticate, {
    'GET /sessions': async ({ shopper }) => {
      const sessions = await database.asShopper(shopper, openSessions());
      return sessions.map(({ address, ...session }) => ({
        ...session,
        network: shortNetwork(address),
        current: session.id === shopper.sessionId,
      }));
    },

    'DELETE /sessions/{id}': async ({ shopper, params }) => {
      const [done] = await database.asShopper(shopper, endSession(params.id, shopper.sessionId));
      const outcome = done?.outcome ?? 'none';
      if (outcome !== 'ended') throw new AppError(ERRORS[outcome]);
    },
  });
}

/**
 * The prefix of an IP address: enough for a shopper to recognize their network, without the full address. IPv4
 * '203.0.x.x', IPv6 '2001:db8:1::'. We do not look up the location.
 */
export function shortNetwork(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 2).join('.')}.x.x`;
  const [head = ''] = address.split('::');
  return `${head.split(':').slice(0, 3).join(':')}::`;
}

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
