import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** nginx's status for a request that its client did not finish. Nobody hears it; it is for the log. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Whether the client closed the connection in the middle of its request, or sent it too slowly and was hung up on: what
 * failed then is the reading of its body, which is no fault of ours.
 */
export function hungUp(c: Context): boolean {
  const env: unknown = c.env; // none in tests that ask without a network
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return false;
  const { incoming } = env;
  return incoming instanceof IncomingMessage && incoming.destroyed && !incoming.complete;
}

export function answerNobody(): Response {
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}
