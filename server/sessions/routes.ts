import { AppError } from '#contract/errors.ts';
import { sessionEndpoints } from '#contract/sessions.ts';
import type { Database } from '#server/database/database.ts';
import { type Admit, serve } from '#server/http/serve.ts';
import { shortNetwork } from './network.ts';
import { endSession, openSessions } from './queries.ts';

/** Where another service keeps the accounts there are no sessions here: the list is empty. */
export function sessionRoutes(database: Database, authenticate: Admit) {
  return serve(sessionEndpoints, authenticate, {
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
      if (!done?.ended) throw new AppError('session_not_found');
    },
  });
}
