import { AppError, type ErrorCode } from '#contract/errors.ts';
import { sessionEndpoints } from '#contract/sessions.ts';
import type { Database } from '#server/database/database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { endSession, openSessions, type SessionEnd } from './queries.ts';
import { shortNetwork } from './short-network.ts';

const ERRORS = {
  none: 'session_not_found',
  newer: 'reauthentication_needed',
  resetting: 'session_resetting',
} as const satisfies Record<Exclude<SessionEnd, 'ended'>, ErrorCode>;

/** With hosted accounts (`AUTH_URL`) the sessions are stored elsewhere, and the list here is empty. */
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
