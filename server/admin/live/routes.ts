import { Hono } from 'hono';
import { LIVE_PATH } from '#contract/admin/live.ts';
import { AppError } from '#contract/errors.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import type { Authenticate } from '#server/http/serve-endpoints.ts';
import type { LiveStreams } from './streams.ts';

/**
 * The stream of changes for all roles of staff. Separate from the contract's tables, whose responses are JSON. It stays
 * open while the token, the session and the member's access are valid.
 */
export function liveRoutes(
  streams: LiveStreams,
  staffDatabase: StaffDatabase,
  authenticate: Authenticate,
): Hono {
  return new Hono().get(LIVE_PATH, async (c) => {
    const authorization = c.req.header('authorization');
    const enter = async () => {
      const member = await authenticate(authorization);
      await staffDatabase.as(member, { roles: STAFF_ROLES, countsAsUse: false }).check();
      return member;
    };
    const { userId } = await enter();
    const isStillAuthorized = () => enter().then(() => true, isOutage);
    return c.body(streams.open(userId, isStillAuthorized), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Otherwise nginx buffers the events.
      'X-Accel-Buffering': 'no',
    });
  });
}

/** Whether the check itself failed. The stream then stays open, because it sends only ids. */
function isOutage(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500;
}
